import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';

passport.use(new Strategy({ usernameField: 'guestName', passwordField: 'word' }, async (name, word, done) => {
  const guest = await (await fetch(`http://guests/${name}`)).json();
  done(null, guest.word === word && guest);
}));

const lodge = express();
lodge.use(express.json(), session({ secret: 'pine' }), passport.initialize(), passport.session());

// For those who are not in yet: no login is needed.
const outside = async (req, res, next) => {
  const known = req.isAuthenticated();
  if (!known) return next();
  else res.status(409).json({ known });
};
const stranger = (req, res, next) => {
  const isNew = !req.user;
  if (isNew) next();
  else res.redirect('/rooms');
};
const inside = async (req, res, next) => {
  const known = req.isAuthenticated();
  if (known) return next();
  res.status(401).json({ known: req.isAuthenticated() });
};
lodge.post('/in', outside, (req, res, next) => {
  passport.authenticate('local', (error, guest) => {
    if (error) return next(error);
    if (!guest) return res.status(401).json({ in: false });
    req.login(guest, () => res.json({ in: true }));
  })(req, res, next);
});
lodge.get('/door', stranger, (req, res) => { res.json({ open: true }); });
lodge.get('/rooms', inside, (req, res) => { res.json({ rooms: 4, known: req.isAuthenticated() }); });
lodge.listen(8090);
