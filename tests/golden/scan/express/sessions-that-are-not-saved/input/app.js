const express = require('express');
const session = require('express-session');
const passport = require('passport');

const app = express();
app.use(express.json());
app.use(session({ secret: process.env.SECRET }));
app.use(passport.initialize());
app.use(passport.session());

// Whether the session can be saved only run time knows: each callback is told.
app.post('/login', (req, res, next) => {
  passport.authenticate('local', (error, user, info) => {
    if (error || !user) return res.status(422).json(info);
    req.login(user, (failure) => {
      if (failure) return res.status(400).json({ message: failure.message });
      res.json({ id: user.id });
    });
  })(req, res, next);
});
app.post('/join', (req, res) => {
  req.logIn({ id: req.body.id }, (failure) => (failure ? res.status(409).end() : res.status(201).end()));
});
app.post('/logout', (req, res, next) => {
  req.logout((failure) => {
    if (failure) return next(failure);
    res.redirect('/');
  });
});
app.post('/leave', (req, res) => {
  req.session.destroy((failure) => {
    if (failure) return res.status(503).json({ message: 'still here' });
    res.json({ left: true });
  });
});

app.listen(3000);
