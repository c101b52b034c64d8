const express = require('express');
const jwt = require('jsonwebtoken');
const { verify, TokenExpiredError } = require('jsonwebtoken');
const { claims } = require('./claims');

const tollgate = express();
const bearer = (req) => (req.headers.authorization ?? '').replace('Bearer ', '');

// Nobody catches it here: whoever handles errors does.
const thrown = (req, res, next) => {
  req.driver = jwt.verify(bearer(req), process.env.TOLL_SECRET);
  next();
};
const handedOn = (req, res, next) => {
  try {
    req.driver = verify(bearer(req), process.env.TOLL_SECRET);
    next();
  } catch (error) {
    next(error);
  }
};
const withinOthers = async (req, res, next) => {
  try {
    req.driver = await claims(bearer(req));
    return next();
  } catch (error) {
    return next(error);
  }
};
// What it catches it answers itself.
const answered = (req, res, next) => {
  try {
    req.driver = jwt.verify(bearer(req), process.env.TOLL_SECRET);
  } catch (error) {
    return res.status(error.name === 'TokenExpiredError' ? 440 : 401).json({ told: error.message });
  }
  next();
};
// Whoever has no good one goes on as a stranger.
const lenient = (req, res, next) => {
  try {
    req.driver = jwt.verify(bearer(req), process.env.TOLL_SECRET);
  } catch {
    req.driver = null;
  }
  next();
};

const open = (req, res) => res.json({ open: true });
tollgate.get('/thrown', thrown, open);
tollgate.get('/handed-on', handedOn, open);
tollgate.get('/within', withinOthers, open);
tollgate.get('/answered', answered, open);
tollgate.get('/lenient', lenient, open);
tollgate.get('/free', open);

tollgate.use((error, req, res, next) => {
  if (error.name === 'JsonWebTokenError') return res.status(401).json({ message: 'no good' });
  if (error instanceof TokenExpiredError) return res.status(419).json({ message: 'too old' });
  res.status(500).json({ message: error.message });
});
tollgate.listen(3000);
