const { Router } = require('express');
const needToken = require('./token');

// Guarded below /log, and nowhere else.
const only = new Router();
only.use((req, res, next) => {
  if (req.url.indexOf('/log') === 0) return needToken(req, res, next);
  next();
});
only.use((req, res, next) => {
  const parts = req.path.split('/');
  if (parts[1] === 'crew') needToken(req, res, next); else next();
});
only.use((req, res, next) => (/^\/boats\/\d+$/.test(req.path) && req.method !== 'GET' ? needToken(req, res, next) : next()));
only.get('/log', (req, res) => res.json([]));
only.get('/log/:night', (req, res) => res.json({ night: req.params.night }));
only.get('/crew/watch', (req, res) => res.json([]));
only.get('/boats/:boat', (req, res) => res.json({}));
only.delete('/boats/:boat', (req, res) => res.sendStatus(204));
only.get('/tides', (req, res) => res.json([]));
module.exports = only;
