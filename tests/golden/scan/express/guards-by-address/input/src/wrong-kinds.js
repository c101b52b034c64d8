const { Router } = require('express');
const passes = require('./pass-office');

// Whoever shows a pass of the wrong kind is refused everywhere but on the pier, and whoever shows none is refused on the pier alone.
const ferry = new Router();
const isPier = ({ path }) => path && path.indexOf('/pier') > -1;
ferry.use(async (req, res, next) => {
  const pass = passes.parse(req.header('authorization'));
  const sailor = pass && (await passes.sailorOf(pass));
  if (sailor) {
    if (sailor.kind === 'docker' && !isPier(req)) return res.status(403).json({ error: 'wrong kind of pass' });
    req.user = sailor;
  } else if (isPier(req)) {
    return res.status(401).json({ error: 'no pass' });
  }
  next();
});
ferry.get('/pier/cranes', (req, res) => res.json({}));
ferry.get('/timetable', (req, res) => res.json({}));
module.exports = ferry;
