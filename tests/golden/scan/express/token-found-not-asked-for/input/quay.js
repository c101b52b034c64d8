const express = require('express');
const bearerToken = require('express-bearer-token');

const ferry = express();

// It finds the token, wherever it was sent, and lets everybody in.
ferry.use(bearerToken());

ferry.get('/timetable', (req, res) => res.json({ departures: [{ at: '08:00' }] }));

const passengersOnly = (req, res, next) => {
  if (!req.token) return res.status(401).json({ error: 'no ticket' });
  next();
};
ferry.get('/deck', passengersOnly, (req, res) => res.json({ seat: 'A1' }));

ferry.get('/bar', (req, res) => {
  if (req.token) return res.json({ greeting: 'aboard' });
  res.json({ greeting: 'ashore' });
});

ferry.listen(4101);
