// What several guards ask for, or one guard asks for at once, is needed together; what any of them takes is an alternative.
const express = require('express');
const session = require('express-session');
const jwt = require('jsonwebtoken');
const passport = require('passport');
const { expressjwt } = require('express-jwt');
const { Strategy: Bearer } = require('passport-http-bearer');

passport.use(new Bearer((token, done) => done(null, token === process.env.GUARDS_TOKEN ? { id: 1 } : false)));
const list = (req, res) => res.json([]);
const vault = express();

const byClientKey = (req, res, next) => {
  if (req.get('x-client-key') !== process.env.CLIENT_KEY) return res.status(401).end();
  next();
};
const byToken = (req, res, next) => {
  const [, token] = (req.headers.authorization || '').split(' ');
  try {
    req.teller = jwt.verify(token, process.env.SECRET);
    next();
  } catch {
    res.sendStatus(401);
  }
};
const chiefOnly = (req, res, next) => (req.teller.chief ? next() : res.sendStatus(403));

// The key of whoever calls, and the token of who is at the counter.
const counter = express.Router();
counter.use(byClientKey);
counter.get('/rates', list);
counter.get('/drawers', byToken, list);
counter.get('/safes', byToken, chiefOnly, list);
counter.get('/visits', expressjwt({ secret: 's', algorithms: ['HS256'], credentialsRequired: false }), list);
vault.use('/counter', counter);

// A key says nothing of who has logged in: that is the session.
const office = express.Router();
office.use(byClientKey, session({ secret: process.env.SECRET, name: 'vault.sid' }), passport.initialize(), passport.session());
office.get('/desk', (req, res, next) => (req.session.user ? next() : res.sendStatus(401)), list);
// A login or a token, and the key in any case.
office.get(
  '/shelf',
  (req, res, next) => {
    if (req.isAuthenticated()) return next();
    passport.authenticate('bearer', { session: false })(req, res, next);
  },
  list,
);
vault.use('/office', office);

// One guard that wants both.
const cellar = express.Router();
cellar.get(
  '/pairs',
  (req, res, next) => {
    if (!req.get('x-app-key') || !req.get('x-app-secret')) return res.sendStatus(401);
    next();
  },
  list,
);
cellar.get(
  '/coins',
  (req, res, next) => {
    if (req.get('x-coin-key') === process.env.COIN_KEY && req.get('authorization') === `Bearer ${process.env.COIN_TOKEN}`) return next();
    res.sendStatus(401);
  },
  list,
);
cellar.use(session({ secret: process.env.SECRET, name: 'vault.sid' }), passport.initialize(), passport.session());
cellar.get(
  '/bars',
  (req, res, next) => {
    if (req.isAuthenticated() && req.get('x-bar-key') === process.env.BAR_KEY) return next();
    res.sendStatus(401);
  },
  list,
);
cellar.get(
  '/gems',
  (req, res, next) => {
    if (!req.isAuthenticated()) return res.sendStatus(401);
    passport.authenticate('bearer', { session: false })(req, res, next);
  },
  list,
);
vault.use('/cellar', cellar);
vault.listen(3000);
