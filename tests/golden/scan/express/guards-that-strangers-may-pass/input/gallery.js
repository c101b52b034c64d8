const express = require('express');
const session = require('express-session');
const passport = require('passport');
const knex = require('knex')({ client: 'pg' });

const gallery = express();
passport.deserializeUser((id, done) => knex('visitors').where({ id }).first().then((visitor) => done(null, visitor || false), done));
gallery.use(session({ secret: 'frame' }), passport.initialize(), passport.session());

const load = async (req, res, next) => {
  const picture = await knex('pictures').where({ id: req.params.id }).first();
  if (!picture) return res.status(404).end();
  req.picture = picture;
  next();
};
// What is asked for decides whether strangers may have it.
const isOpen = (req, res, next) => {
  if (req.picture.hangs) return next();
  if (req.user) return next();
  res.status(403).json({ error: 'in the cellar' });
};
// Guests have rights, too, and the database says which.
const may = async (role, what) => (await knex('rights').where({ role, what })).length > 0;
const mayDo = (what) => async (req, res, next) => {
  const role = (req.user && req.user.role) || 'guest';
  if (await may(role, what)) return next();
  res.status(403).json({ error: what });
};
// These are passed by the known only, whatever else they look at.
const mayOwn = async (req, res, next) => {
  if (await may(req.user && req.user.role, 'own')) return next();
  res.status(403).json({ error: 'own' });
};
const isKeeper = (req, res, next) => {
  if (!req.user) return res.status(401).json({ error: 'who are you' });
  if (req.picture.keeper === req.user.id) return next();
  res.status(403).json({ error: 'not yours' });
};
const notOnTour = (req, res, next) => {
  if (req.path.startsWith('/tour')) return next();
  if (req.user) return next();
  res.status(401).json({ error: 'who are you' });
};
gallery.get('/pictures/:id', load, isOpen, (req, res) => res.json({ seen: true }));
gallery.get('/catalogue', mayDo('read'), (req, res) => res.json({ pages: 90 }));
gallery.post('/pictures/:id/owner', mayOwn, (req, res) => res.json({ owned: true }));
gallery.put('/pictures/:id', load, isKeeper, (req, res) => res.json({ moved: true }));
gallery.get('/cellar', notOnTour, (req, res) => res.json({ stairs: 12 }));
gallery.get('/tour', notOnTour, (req, res) => res.json({ rooms: 3 }));
gallery.listen(8063);
