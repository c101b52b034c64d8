// Who is logged in passes, and of others strategies are asked.
const express = require('express');
const session = require('express-session');
const passport = require('passport');
const { BasicStrategy } = require('passport-http');
const { Strategy: BearerStrategy } = require('passport-http-bearer');

passport.use(new BasicStrategy((name, word, done) => done(null, { name })));
passport.use(new BearerStrategy((token, done) => done(null, { token })));
passport.serializeUser((crew, done) => done(null, crew.name));
passport.deserializeUser((name, done) => done(null, { name }));

const ferry = express();
ferry.use(session({ secret: process.env.SECRET, name: 'ferry.sid' }));
ferry.use(passport.initialize(), passport.session());

const either = (req, res, next) => {
  if (req.isAuthenticated()) return next();
  return passport.authenticate(['basic', 'bearer'], { session: false })(req, res, next);
};
const answered = (req, res, next) => {
  if (req.session.captain) {
    next();
    return;
  }
  passport.authenticate('bearer', { session: false }, (error, crew) => {
    if (error || !crew) return res.status(401).json({ error: 'who goes there?' });
    req.user = crew;
    next();
  })(req, res, next);
};
// Both are asked: a login alone is not enough.
const both = (req, res, next) => {
  if (!req.isAuthenticated()) return res.sendStatus(401);
  passport.authenticate('bearer', { session: false })(req, res, next);
};
ferry.get('/decks', either, (req, res) => res.json([]));
ferry.get('/cars', answered, (req, res) => res.json([]));
ferry.get('/engine', both, (req, res) => res.json([]));
ferry.get('/flags', passport.authenticate(['basic', 'bearer'], { session: false }), (req, res) => res.json([]));
ferry.post('/bridge', passport.authenticate('basic'), (req, res) => {
  req.session.captain = true;
  res.sendStatus(204);
});
ferry.listen(3000);
