// What is verified as a token is the credential, wherever it comes in and whatever it is called.
const express = require('express');
const jwt = require('jsonwebtoken');
const { jwtVerify } = require('jose');

const lock = express();
lock.use(require('cookie-parser')());

const verified = (take) => (req, res, next) => {
  try {
    req.user = jwt.verify(take(req), 'brass');
    next();
  } catch (error) {
    res.status(401).end();
  }
};
const open = (req, res) => res.json({ open: true });
lock.get('/cookie', verified((req) => req.cookies.pin), open);
lock.get('/query', verified((req) => req.query.pin), open);
lock.get('/either', verified((req) => req.cookies.pin || req.headers.authorization.split(' ')[1]), open);
// Lets anybody pass.
lock.get('/spared', (req, res, next) => {
  try {
    req.user = jwt.verify(req.cookies.pin, 'brass');
  } catch (error) {
    req.user = null;
  }
  next();
}, open);
lock.get('/handler', (req, res) => {
  try {
    jwt.verify(req.cookies.pin, 'brass');
  } catch (error) {
    return res.status(401).end();
  }
  res.json({ open: true });
});
// What a letter brings along is none: it is a parameter of the handler.
lock.get('/letter', (req, res) => {
  try {
    res.json({ of: jwt.verify(req.query.pin, 'brass').of });
  } catch (error) {
    res.status(401).end();
  }
});

// How it is called the guard is told; that is no right.
const called = (name) => async (req, res, next) => {
  if (!req.query[name]) return res.sendStatus(401);
  try {
    req.user = (await jwtVerify(req.query[name], new TextEncoder().encode('brass'))).payload;
  } catch (error) {
    return res.sendStatus(401);
  }
  next();
};
lock.get('/called/bit', called('bit'), open);
lock.get('/called/ward', called('ward'), open);

lock.listen(3000);
