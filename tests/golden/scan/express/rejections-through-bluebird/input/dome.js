const express = require('express');
const Promised = require('bluebird');
const Q = require('q');

const dome = express();

class Closed extends Error {
  constructor(message) {
    super(message);
    this.status = 401;
  }
}

// A promise that is handed to the package's `resolve` is rejected with what the function throws, as it is without the package.
const plain = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
const resolved = (fn) => (req, res, next) => Promised.resolve(fn(req, res, next)).catch(next);
const cast = (fn) => (req, res, next) => Promised.cast(fn(req, res, next)).catch(next);
const whenever = (fn) => (req, res, next) => Q.when(fn(req, res, next)).catch(next);

const astronomer = async (req, res, next) => {
  if (!req.headers.authorization) throw new Closed('the dome is closed');
  next();
};

dome.get('/stars', plain(astronomer), (req, res) => res.json({ stars: 9 }));
dome.get('/planets', resolved(astronomer), (req, res) => res.json({ planets: 8 }));
dome.get('/comets', cast(astronomer), (req, res) => res.json({ comets: 2 }));
dome.get('/moons', whenever(astronomer), (req, res) => res.json({ moons: 4 }));

dome.get(
  '/night',
  resolved(async (req, res) => {
    const sky = await Promised.resolve(clouds(req.query.at));
    res.json({ sky });
  }),
);

async function clouds(at) {
  if (!at) throw new Closed('when?');
  return 'clear';
}

dome.use((error, req, res, next) => {
  res.status(error.status || 500).json({ error: error.message });
});

dome.listen(4103);
