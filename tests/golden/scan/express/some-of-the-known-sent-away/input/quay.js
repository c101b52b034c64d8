import express from 'express';
import jwt from 'jsonwebtoken';
import { berths } from './berths.js';

const quay = express();
// Whoever shows nothing passes, and so does whoever shows something: what it says is left for others.
const glimpse = (req, res, next) => {
  const shown = req.headers.authorization;
  if (shown) try { req.skipper = jwt.decode(shown.slice(7)); } catch { /* a stranger */ }
  next();
};
const berth = async (req, res, next) => { req.berth = await berths.find(req.params.berth); next(); };

// Some of those who are known are sent away, at some berths: strangers pass at all of them.
const unbanned = (req, res, next) => {
  if (!req.berth) return next();
  if (req.berth.banned && req.berth.banned.length > 0) {
    if (req.skipper && req.berth.banned.includes(req.skipper.id)) return res.status(401).json({ reason: 'banned' });
    next();
  } else next();
};
const notAdrift = async (req, res, next) => {
  switch (await berths.state(req.params.berth)) {
    case 'storm':
      if (req.skipper?.adrift) return res.status(403).json({ reason: 'adrift' });
      return next();
    default:
      return next();
  }
};
quay.get('/berths/:berth', glimpse, berth, unbanned, (req, res) => res.json({ berth: req.params.berth }));
quay.get('/berths/:berth/weather', glimpse, notAdrift, (req, res) => res.json({ wind: 3 }));

// Nobody is known without it, and of nobody there is no rank: strangers do not pass.
const harbourMaster = (req, res, next) => {
  if (req.skipper.rank !== 'master') return res.status(403).json({ reason: 'masters only' });
  next();
};
const mate = (req, res, next) => {
  if (req.skipper?.rank !== 'mate') return res.status(403).json({ reason: 'mates only' });
  next();
};
// At some berths those who are not known are refused.
const knownInStorm = async (req, res, next) => {
  if ((await berths.state(req.params.berth)) === 'storm') {
    if (!req.skipper) return res.status(401).json({ reason: 'who is there' });
    next();
  } else next();
};
quay.delete('/berths/:berth', glimpse, harbourMaster, (req, res) => res.sendStatus(204));
quay.put('/berths/:berth', glimpse, mate, (req, res) => res.sendStatus(204));
quay.get('/berths/:berth/keys', glimpse, knownInStorm, (req, res) => res.json({ keys: 1 }));
quay.listen(8088);
