import express from 'express';
import passport from 'passport';
import { ExtractJwt, Strategy } from 'passport-jwt';

passport.use(new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'tide' }, (claims, done) => done(null, claims)));

// Whoever has no token is told as `false`, without an error: these let them pass, and answer errors only.
const mayBeKnown = (req, res, next) => {
  passport.authenticate('jwt', { session: false }, (error, sailor) => {
    if (error) return next(error);
    if (sailor) req.user = sailor;
    next();
  })(req, res, next);
};
const looksOnly = (req, res, next) =>
  passport.authenticate('jwt', { session: false }, (error, sailor) => {
    if (error) {
      res.status(500).json({ error: 'strategy' });
      return;
    }
    req.user = sailor;
    next();
  })(req, res, next);
// These do not.
const known = (req, res, next) => {
  passport.authenticate('jwt', { session: false }, (error, sailor) => {
    if (error) return next(error);
    if (!sailor) return res.status(401).json({ error: 'who are you' });
    req.user = sailor;
    next();
  })(req, res, next);
};
const knownByDefault = (req, res, next) => passport.authenticate('jwt', { session: false })(req, res, next);

const harbour = express();
harbour.get('/tides', mayBeKnown, (req, res) => { res.json({ high: true }); });
harbour.get('/berths', looksOnly, (req, res) => { res.json({ free: 3 }); });
harbour.get('/ships', known, (req, res) => { res.json({ ships: 2 }); });
harbour.get('/cargo', knownByDefault, (req, res) => { res.json({ crates: 9 }); });
harbour.listen(8080);
