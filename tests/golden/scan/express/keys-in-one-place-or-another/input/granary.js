// One key that comes in at one of several places: each place does as well, whoever looks the key up.
const express = require('express');
const cookieParser = require('cookie-parser');
const jwt = require('jsonwebtoken');
const mongoose = require('mongoose');
const { farmerOf } = require('farmers');

const Farmer = mongoose.model('Farmer', new mongoose.Schema({ name: String, key: String }));
const bearerOf = (req) => {
  const { authorization } = req.headers;
  return authorization && authorization.startsWith('Bearer ') ? authorization.slice(7) : null;
};
const list = (req, res) => res.json([]);
const granary = express();
granary.use(express.json(), cookieParser());

// Somebody whom nobody can see is asked about it, and says no by an error.
granary.get(
  '/wheat',
  async (req, res, next) => {
    const key = bearerOf(req) || req.get('x-api-key');
    try {
      req.farmer = await farmerOf(key);
      next();
    } catch {
      res.sendStatus(401);
    }
  },
  list,
);
// So does what verifies a token.
granary.get(
  '/rye',
  (req, res, next) => {
    const token = req.cookies.token || (req.headers.authorization || '').split(' ')[1];
    jwt.verify(token, process.env.SECRET, (error, farmer) => {
      if (error) return res.sendStatus(401);
      req.farmer = farmer;
      next();
    });
  },
  list,
);
// A database is.
granary.get(
  '/oats',
  async (req, res, next) => {
    const bearer = bearerOf(req);
    const apiKey = req.headers['x-api-key'];
    const farmer = await Farmer.findOne({ key: bearer || apiKey });
    if (!farmer) return res.status(401).json({ error: 'who are you?' });
    next();
  },
  list,
);
// The body is a place as well, and none that a scheme says.
granary.post(
  '/barley',
  (req, res, next) => {
    const token = req.headers['x-access-token'] || req.query.token || req.body.token;
    if (!token) return res.sendStatus(403);
    try {
      jwt.verify(token, process.env.SECRET);
    } catch {
      return res.sendStatus(401);
    }
    next();
  },
  list,
);
// What is written down of a request is no key, though nobody can see who writes it.
granary.get(
  '/straw',
  async (req, res, next) => {
    require('ledger').note(req.headers['x-cart']);
    try {
      req.farmer = await farmerOf(req.get('x-api-key'));
      next();
    } catch {
      res.sendStatus(401);
    }
  },
  list,
);
granary.listen(3000);
