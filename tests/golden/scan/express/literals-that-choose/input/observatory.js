const express = require('express');
const { EventEmitter } = require('events');
const { MongoClient } = require('mongodb');

const watchers = new MongoClient(process.env.MONGO_URL).db().collection('watchers');
const bells = new EventEmitter();
const observatory = express();

observatory.use(async (req, res, next) => {
  const header = req.headers.authorization;
  req.user = header ? await watchers.findOne({ token: header.slice(7) }) : null;
  if (!req.user) return res.sendStatus(401);
  next();
});

// It names an event, whose listeners may object.
const nameOf = (kind, path) => `sky.${kind}.${path}`;
const announced = (events, kind, path) => {
  const base = nameOf(kind, path);
  return async (req, res, next) => {
    const about = { kind, by: req.user };
    const event = { phase: 'before', ...about, allow: true, reason: undefined };
    await events.emitAndWait(`${base}.before`, event);
    if (event.allow === false) {
      events.emit(`${base}.reject`, { ...about, reason: event.reason });
      return res.status(403).json({ error: event.reason ?? 'not tonight' });
    }
    next();
  };
};
// It chooses how somebody is refused.
const domed = (way) => (req, res, next) => {
  if (!req.user.verified && way && req.accepts('html')) {
    if (way === 'page') return res.redirect('/gate');
    res.set('X-Gate', '/gate');
    return res.status(403).send('closed');
  }
  next();
};
const lit = (way) => (req, res, next) => {
  if (req.user.banned) {
    switch (way) {
      case 'dim':
        res.set('X-Light', 'red');
        break;
      default:
        res.set('X-Light', 'none');
    }
    return res.sendStatus(403);
  }
  next();
};

// The caller is asked for it, and refused for it.
const ranked = (rank) => (req, res, next) => {
  if (rank === 'keeper' && !req.user.keeper) return res.sendStatus(403);
  next();
};
const able = (what) => (req, res, next) => {
  switch (what) {
    case 'aim':
      if (!req.user.aims) return res.sendStatus(403);
      break;
    default:
  }
  next();
};
const mayBoth = async (user, what) => (await watchers.countDocuments({ name: user.name, may: what })) > 0;
const may = (what) => async (req, res, next) => {
  const granted = await mayBoth(req.user, what);
  if (!granted) return res.sendStatus(403);
  bells.emit('granted', what);
  next();
};
const LEVELS = { novice: 1, master: 9 };
const levelled = (level) => (req, res, next) => (req.user.level >= LEVELS[level] ? next() : res.sendStatus(403));

observatory.post('/comets', announced(bells, 'sighting', 'comets'), (req, res) => res.json({ comet: 1 }));
observatory.get('/dome', domed('page'), (req, res) => res.json({ open: true }));
observatory.get('/dome/parts', domed('part'), (req, res) => res.json({ parts: 2 }));
observatory.get('/lamps', lit('dim'), (req, res) => res.json({ lamps: 3 }));
observatory.put('/keys', ranked('keeper'), (req, res) => res.json({ keys: 4 }));
observatory.put('/aim', able('aim'), (req, res) => res.json({ aim: 5 }));
observatory.put('/mirror', may('polish'), (req, res) => res.json({ mirror: 6 }));
observatory.put('/clock', levelled('master'), (req, res) => res.json({ clock: 7 }));
observatory.listen(3000);
