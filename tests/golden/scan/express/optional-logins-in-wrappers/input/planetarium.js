const express = require('express');
const jwt = require('jsonwebtoken');
const knex = require('knex')({ client: 'pg' });

// The wrapper hands on whatever error there may be.
const wrapped = (run) => (req, res, next) => Promise.resolve(run(req, res, next)).catch(next);

// Whoever has no token goes on as nobody: what `verify` throws is not heard of.
const noted = async (req, res, next) => {
  try {
    req.user = jwt.verify(req.cookies.token, process.env.SECRET);
  } catch (error) {
    console.warn(error.message);
    req.user = null;
  }
  next();
};
const goingOn = async (req, res, next) => {
  try {
    req.user = jwt.verify(req.cookies.token, process.env.SECRET);
    return next();
  } catch {
    return next();
  }
};
const claims = async (token) => {
  try {
    return await jwt.verify(token, process.env.SECRET);
  } catch {
    return null;
  }
};
const asked = async (req, res, next) => {
  req.user = await claims(req.cookies.token);
  next();
};

// These ask for one.
const heard = async (req, res, next) => {
  req.user = jwt.verify(req.cookies.token, process.env.SECRET);
  next();
};
const refused = async (req, res, next) => {
  const known = await claims(req.cookies.token);
  if (!known) return res.status(403).json({ message: 'no ticket' });
  req.user = known;
  next();
};
const thrown = async (req, res, next) => {
  let known = null;
  try {
    known = jwt.verify(req.cookies.token, process.env.SECRET);
  } catch {
    known = null;
  }
  if (!known) throw new Error('no ticket');
  next();
};

// Somebody has to be there, whoever asks.
const opened = async (req, res, next) => {
  const someone = req.user || (await knex('astronomers').first());
  if (someone) return next();
  res.redirect('/opening');
};

// It serves those without a password itself.
const door = async (req, res, next) => {
  if (req.path === '/opening') return next();
  const room = await knex('rooms').where({ name: req.params.room }).first();
  if (!room) return res.redirect('/');
  if (!room.password) return res.json({ room: room.name });
  if ('authorization' in req.headers) {
    const given = req.headers.authorization;
    const space = given.indexOf(' ');
    if (given.slice(0, space) === 'Basic' && Buffer.from(given.slice(space + 1), 'base64').toString() === room.password)
      return res.redirect('/rooms/inside');
  }
  res.render('closed', { room: room.name });
};

const planetarium = express();
planetarium.use(require('cookie-parser')());
planetarium.get('/stars', wrapped(noted), wrapped((req, res) => res.json({ mine: Boolean(req.user) })));
planetarium.get('/moons', wrapped(goingOn), wrapped((req, res) => res.json({ mine: Boolean(req.user) })));
planetarium.get('/suns', wrapped(asked), wrapped(opened), wrapped((req, res) => res.json({ mine: Boolean(req.user) })));
planetarium.post('/stars', wrapped(heard), wrapped((req, res) => res.json({ star: req.body.star })));
planetarium.post('/moons', wrapped(refused), wrapped((req, res) => res.json({ moon: req.body.moon })));
planetarium.post('/suns', wrapped(thrown), wrapped((req, res) => res.json({ sun: req.body.sun })));
planetarium.get('/:room', wrapped(door));
planetarium.get('*', (req, res) => res.status(404).json({ message: 'nothing here' }));
planetarium.listen(3000);
