const express = require('express');
const jwt = require('jsonwebtoken');

const mill = express();

/** Everybody passes; whoever shows a token is known. */
const perhapsKnown = (req, res, next) => {
  const shown = req.headers.authorization;
  if (shown) {
    try {
      req.user = jwt.verify(shown.slice(7), process.env.LOOM_KEY);
    } catch {
      // as a stranger
    }
  }
  next();
};

/** Some of the known are sent away, and no stranger. */
const noneBanned = (req, res, next) => {
  if (req.user?.banned) return res.status(403).json({ error: 'banned' });
  next();
};
const noneSuspended = (req, res, next) => {
  if (req.user?.standing.suspended) {
    res.sendStatus(403);
  } else {
    next();
  }
};
const noneInArrears = (req, res, next) => {
  const weaver = req.user;
  if (weaver?.arrears) return res.status(403).json({ owed: weaver.arrears });
  next();
};

/** All of the known are: nobody needs a token. */
const strangersOnly = (req, res, next) => {
  if (req.user) return res.status(403).json({ error: 'you are in' });
  next();
};
const strangersByName = (req, res, next) => {
  if (req.user?.email) return res.status(403).json({ error: 'you are in' });
  next();
};

/** Strangers are. */
const mastersOnly = (req, res, next) => {
  if (!req.user?.master) return res.status(403).json({ error: 'no master' });
  next();
};

mill.get('/cloths', perhapsKnown, noneBanned, (req, res) => res.json({ cloths: 3 }));
mill.get('/yarns', perhapsKnown, noneSuspended, (req, res) => res.json({ yarns: 4 }));
mill.get('/dyes', perhapsKnown, noneInArrears, (req, res) => res.json({ dyes: 5 }));
mill.post('/apprentices', perhapsKnown, strangersOnly, (req, res) => res.json({ taken: true }));
mill.post('/journeymen', perhapsKnown, strangersByName, (req, res) => res.json({ taken: true }));
mill.delete('/looms', perhapsKnown, mastersOnly, (req, res) => res.json({ gone: true }));

mill.listen(3000);
