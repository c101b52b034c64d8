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

room.listen(3000);
