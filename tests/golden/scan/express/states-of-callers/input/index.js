const express = require('express');
const jwt = require('jsonwebtoken');

const lighthouse = express();
const show = (req, res) => res.json({ lit: true });
const stop = (res) => res.status(401).json({ error: 'who is there?' });
const verified = (req) => jwt.verify(req.headers.authorization.slice(7), process.env.SECRET);

/** What is known of whoever comes is an object in any case; only one behind it refuses some. */
const hail = (req, res, next) => {
  if (!req.headers.authorization) {
    res.locals.watch = { type: 'NONE' };
  } else {
    try {
      res.locals.watch = { type: 'BEARER', keeper: verified(req) };
    } catch {
      return stop(res);
    }
  }
  next();
};
const byType = (req, res, next) => (res.locals.watch.type === 'NONE' ? stop(res) : next());
const byTypeIfAny = (req, res, next) => {
  const type = res.locals.watch ? res.locals.watch.type : undefined;
  if (!type || type === 'NONE') return stop(res);
  next();
};
const byKeeper = (req, res, next) => (res.locals.watch.keeper ? next() : stop(res));
lighthouse.get('/lamp', hail, byType, show);
lighthouse.get('/lens', hail, byTypeIfAny, show);
lighthouse.get('/log', hail, byKeeper, show);
// Nobody is refused here: who comes only makes a difference.
lighthouse.get('/shore', hail, (req, res) => res.json({ known: res.locals.watch.type === 'BEARER' }));
// Those without a token are served as well, those with one may be too many.
lighthouse.get('/pier', hail, (req, res, next) => (res.locals.watch.type === 'BEARER' && req.query.full ? stop(res) : next()), show);

/** Somebody else until a token says who. */
const board = (req, res, next) => {
  req.user = { role: 'guest' };
  if (req.headers.authorization) {
    try {
      req.user = verified(req);
    } catch {
      return stop(res);
    }
  }
  next();
};
const noGuests = (req, res, next) => (req.user.role === 'guest' ? stop(res) : next());
lighthouse.get('/stairs', board, noGuests, show);
lighthouse.get('/door', board, show);
// The handler itself asks.
lighthouse.get('/gallery', board, (req, res) => (req.user.role === 'guest' ? stop(res) : res.json({ lit: true })));
lighthouse.get('/cellar', hail, (req, res) => (res.locals.watch.type === 'NONE' ? stop(res) : res.json({ lit: true })));

lighthouse.listen(4242);
