// Who asks for rights looks for the login first. Behind a guard there always is one, and rights are asked there as where nothing stands in front.
const express = require('express');
const jwt = require('jsonwebtoken');
const os = require('os');

const dome = express();

function astronomer(req, res, next) {
  const header = req.headers.authorization;
  if (!header || !header.startsWith('Bearer ')) return res.status(401).json({ reason: 'closed' });
  try {
    const { id, role } = jwt.verify(header.slice(7), process.env.DOME_KEY);
    req.user = { id, role };
  } catch {
    return res.status(401).json({ reason: 'expired' });
  }
  next();
}
const rights =
  (...roles) =>
  (req, res, next) => {
    if (!req.user) return res.status(401).json({ reason: 'closed' });
    if (!roles.includes(req.user.role)) return res.status(403).json({ reason: 'no right' });
    next();
  };
// Made so that it asks for nobody: only who is known, and is banned, is sent away.
const known = (options) => (req, res, next) => {
  if (!req.user && !options.optional) return res.status(401).json({ reason: 'closed' });
  if (req.user?.banned) return res.status(403).json({ reason: 'banned' });
  next();
};
// Made for everybody: who comes when there are too many is sent away.
const visitors = (options) => (req, res, next) => {
  if (options.login) {
    if (!req.headers.authorization) return res.status(401).json({ reason: 'closed' });
    req.user = jwt.verify(req.headers.authorization, process.env.DOME_KEY);
  }
  if (os.loadavg()[0] > 5) return res.status(503).json({ reason: 'full' });
  next();
};
const maybe = (req, res, next) => {
  try {
    req.user = jwt.verify(req.headers.authorization ?? '', process.env.DOME_KEY);
  } catch {
    req.user = undefined;
  }
  next();
};

dome.get('/stars', astronomer, rights('watch'), (req, res) => res.json({ stars: 6000 }));
dome.get('/comets', astronomer, rights('chase'), (req, res) => res.json([]));
// Nobody says here who somebody is.
dome.get('/moons', rights('watch'), (req, res) => res.json([]));
dome.get('/news', maybe, known({ optional: true }), (req, res) => res.json([]));
dome.get('/diary', maybe, known({}), (req, res) => res.json([]));
dome.get('/shop', visitors({ login: false }), (req, res) => res.json([]));
dome.get('/desk', visitors({ login: true }), (req, res) => res.json([]));

dome.listen(7700);
