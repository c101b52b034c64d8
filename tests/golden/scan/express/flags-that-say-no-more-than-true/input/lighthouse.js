// A flag says no more than that somebody has shown a credential: whoever is refused or sent away without it has shown none.
const cookieParser = require('cookie-parser');
const express = require('express');
const jwt = require('jsonwebtoken');

const lighthouse = express();
lighthouse.use(cookieParser());

const lookAtToken = (req, res, next) => {
  try {
    jwt.verify(req.cookies.keeperToken, process.env.LAMP);
    res.locals.isKeeper = true;
    next();
  } catch {
    res.locals.isKeeper = false;
    next();
  }
};
const lookAtKey = (req, res, next) => {
  req.signals = { mayFlash: false };
  if (req.get('x-api-key') === process.env.FLASH_KEY) req.mayFlash = true;
  next();
};
const lookAtTheme = (req, res, next) => {
  if (req.cookies.theme === 'night') res.locals.isNight = true;
  next();
};
const countVisits = (req, res, next) => {
  if (req.cookies.sessionKey) req.log = 'again';
  res.locals.isCounted = true;
  next();
};

const keepers = (req, res, next) => (res.locals.isKeeper ? next() : res.status(401).json({ refused: true }));
const keepersOrDoor = (req, res, next) => {
  if (!res.locals.isKeeper) return res.redirect('/login');
  next();
};
const flashers = (req, res, next) => {
  if (req.mayFlash) return next();
  res.status(403).json({ dark: true });
};
const night = (req, res, next) => (res.locals.isNight ? next() : res.redirect('/by-day'));
const counted = (req, res, next) => (res.locals.isCounted ? next() : res.status(403).end());

lighthouse.get('/lamp', lookAtToken, keepers, (req, res) => res.json({ lit: true }));
lighthouse.get('/stairs', lookAtToken, keepersOrDoor, (req, res) => res.json({ steps: 199 }));
lighthouse.post('/flashes', lookAtKey, flashers, (req, res) => res.json({ flashed: true }));
lighthouse.get('/sea', lookAtToken, (req, res) => res.json({ rough: res.locals.isKeeper }));
lighthouse.get('/stars', lookAtTheme, night, (req, res) => res.json({ stars: 3 }));
lighthouse.get('/visits', countVisits, counted, (req, res) => res.json({ visits: 7 }));
lighthouse.listen(3000);
