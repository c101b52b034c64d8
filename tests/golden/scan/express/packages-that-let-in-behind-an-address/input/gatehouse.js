// Whom a guard leaves to passport it may let in, wherever it asks for the address first; what it refuses itself stays shut.
const express = require('express');
const passport = require('passport');
const { Strategy, ExtractJwt } = require('passport-jwt');

const castle = express();
passport.use('page', new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'moat' }, (claims, done) => done(null, claims)));
passport.use('knight', new Strategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'keep' }, (claims, done) => done(null, claims)));

const isOutside = (path) => ['/drawbridge'].some((each) => path.startsWith(each));
const porter = (names) => (req, res, next) => {
  if (isOutside(req.path)) return next();
  return passport.authenticate(names, { session: false, failWithError: true })(req, res, next);
};
const warden = (req, res, next) => {
  if (req.path !== '/drawbridge') {
    passport.authenticate('page', { session: false })(req, res, next);
    return;
  }
  next();
};
const steward = (req, res, next) => {
  if (req.path === '/dungeon') return res.status(410).json({ closed: true });
  if (isOutside(req.path)) return next();
  return passport.authenticate('page', { session: false })(req, res, next);
};
const herald = (req, res, next) => {
  if (req.path === '/banners') return next();
  return res.status(403).json({ refused: true });
};

castle.get('/hall', porter(['page', 'knight']), (req, res) => res.json({ hall: true }));
castle.get('/tower', porter(process.env.ORDER), (req, res) => res.json({ tower: true }));
castle.get('/kitchen', warden, (req, res) => res.json({ kitchen: true }));
castle.get('/drawbridge', warden, (req, res) => res.json({ drawbridge: true }));
castle.get('/stable', steward, (req, res) => res.json({ stable: true }));
castle.get('/dungeon', steward, (req, res) => res.json({ dungeon: true }));
castle.get('/banners', herald, (req, res) => res.json({ banners: true }));
castle.get('/armoury', herald, (req, res) => res.json({ armoury: true }));
castle.listen(3000);
