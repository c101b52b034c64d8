// A header, parameter or cookie that has to be a secret of the configuration is a key, whatever it is called. What has to be another setting is none.
const express = require('express');
const settings = require('./settings');
const lockers = express();

const byHeader = (req, res, next) => {
  if (req.headers['x-lock'] !== process.env.LOCK_SECRET) return res.status(403).json({ error: 'locked' });
  next();
};
const byOwnName = (req, res, next) => {
  const given = req.get('X-Porter-Key');
  if (!given || given !== settings.porter.passphrase) return res.sendStatus(403);
  return next();
};
const byQuery = (req, res, next) => (req.query.pin === process.env.PIN_TOKEN ? next() : res.sendStatus(401));
const ofRegion = (req, res, next) => {
  if (req.headers['x-region'] !== settings.region) return res.status(403).json({ error: 'other region' });
  next();
};
const ofKeyboard = (req, res, next) => {
  if (req.headers['x-layout'] !== process.env.KEYBOARD_LAYOUT) return res.status(403).json({ error: 'other keyboard' });
  next();
};
const byCamel = (req, res, next) => {
  if (req.query.from !== process.env.porterApiKeys) return res.sendStatus(403);
  next();
};
const countsOnly = (req, res, next) => {
  req.isPorter = req.headers['x-lock'] === process.env.LOCK_SECRET;
  next();
};

lockers.get('/header', byHeader, (req, res) => res.json({ open: true }));
lockers.get('/own-name', byOwnName, (req, res) => res.json({ open: true }));
lockers.get('/query', byQuery, (req, res) => res.json({ open: true }));
lockers.get('/region', ofRegion, (req, res) => res.json({ open: true }));
lockers.get('/keyboard', ofKeyboard, (req, res) => res.json({ open: true }));
lockers.get('/camel', byCamel, (req, res) => res.json({ open: true }));
lockers.get('/counted', countsOnly, (req, res) => res.json({ porter: req.isPorter }));
// Where the request comes from is no secret, whatever the setting is called.
const ofOwnPage = (req, res, next) => {
  const { origin, referer } = req.headers;
  if (origin && origin !== process.env.AUTH_SERVER_URL) return res.status(403).json({ error: 'other page' });
  if (referer && referer !== process.env.TOKEN_HOST) return res.status(403).json({ error: 'other page' });
  next();
};
lockers.get('/own-page', ofOwnPage, (req, res) => res.json({ open: true }));
lockers.listen(1);
