const express = require('express');
const jwt = require('jsonwebtoken');

const room = express();
room.use(express.json());
const read = (req, res) => res.json({ reader: req.reader?.name ?? null });
const refuse = (res) => res.status(401).json({ error: 'not like this' });

/** Whoever has a card may show it; nobody may send one in the body or the address. */
const known = (isWrong) => (req, res, next) => {
  const header = req.headers.authorization;
  if (isWrong(req)) return refuse(res);
  if (header !== undefined) {
    try {
      req.reader = jwt.verify(header.slice(7), process.env.SECRET);
    } catch {
      return refuse(res);
    }
  }
  next();
};
room.post('/either', known((req) => Boolean(req.body?.card) || Boolean(req.query.card)), read);
room.post('/both', known((req) => Boolean(req.body.card) || Boolean(req.body.ticket)), read);
room.post('/apart', known((req) => (req.body.card ? true : Boolean(req.query.card))), read);

/** Here it is the body that asks for a card: who wants a rare book has to show one. */
room.post(
  '/rare',
  (req, res, next) => {
    if (req.body.rare || req.body.old) {
      try {
        req.reader = jwt.verify((req.headers.authorization ?? '').slice(7), process.env.SECRET);
      } catch {
        return refuse(res);
      }
    }
    next();
  },
  read,
);

/** Guests need no card, and whoever knows the word at the door is asked for nothing more; a card may come in the body as well, and is looked at. */
const card = {
  isShown: (req) => Boolean(req.headers.authorization),
  check: (req) => {
    req.reader = jwt.verify(req.headers.authorization.slice(7), process.env.SECRET);
  },
};
const nothing = { isShown: () => true, check: () => {} };
const oneOf = (...ways) => (req, res, next) => {
  for (const way of ways) {
    if (!way.isShown(req)) continue;
    try {
      way.check(req);
      return next();
    } catch {
      return refuse(res);
    }
  }
  return refuse(res);
};
room.post('/lounge', (req, res, next) => (req.body.guest === true ? next() : oneOf(card)(req, res, next)), read);
room.post(
  '/cellar',
  (req, res, next) => {
    const ways = [];
    if (req.body.secret) ways.push(nothing);
    else ways.push(card);
    return oneOf(...ways)(req, res, next);
  },
  read,
);
room.get('/window', (req, res, next) => (req.query.passerby ? next() : oneOf(card)(req, res, next)), read);
room.post(
  '/desk',
  (req, res, next) => {
    const token = req.body.token || req.headers['x-reader-token'];
    if (!token) return refuse(res);
    try {
      req.reader = jwt.verify(token, process.env.SECRET);
    } catch {
      return refuse(res);
    }
    next();
  },
  read,
);
// Nobody is refused where the first of the ways is open to all.
room.post('/yard', oneOf(nothing), read);

room.listen(3000);
