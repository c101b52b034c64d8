// Where a token is verified, the cookie or header that it comes in is what is asked for, also where a callback is told what it says.
const express = require('express');
const cookies = require('cookie-parser');
const jwt = require('jsonwebtoken');

const secret = process.env.SECRET;
const app = express();
app.use(cookies());

const isKnown = (req, res, next) => (res.locals.user ? next() : res.status(401).end());
const list = (req, res) => res.json({ gates: [] });
const leaving = (res, next) => (error, claims) => {
  if (!error) res.locals.user = claims;
  next();
};
const verified = (token) => new Promise((resolve, reject) => jwt.verify(token, secret, (error, claims) => (error ? reject(error) : resolve(claims))));

const byCallback = (req, res, next) => jwt.verify(req.header('x-weir-auth'), secret, leaving(res, next));
const byPromise = (req, res, next) => {
  verified(req.header('x-weir-auth') || '')
    .then((claims) => {
      res.locals.user = claims;
      next();
    })
    .catch(() => next());
};
const byCookie = (req, res, next) => jwt.verify(req.cookies.weir, secret, leaving(res, next));
const refusing = (req, res, next) =>
  jwt.verify(req.get('x-weir-pass'), secret, (error, claims) => {
    if (error) return res.status(403).json({ error: 'no' });
    req.user = claims;
    next();
  });

// What else it reads of the request is no token.
const beside = (req, res, next) => {
  req.language = req.header('x-weir-language') ?? 'en';
  jwt.verify((req.headers.authorization || '').slice(7), secret, leaving(res, next));
};

app.get('/by-callback', byCallback, isKnown, list);
app.get('/by-promise', byPromise, isKnown, list);
app.get('/by-cookie', byCookie, isKnown, list);
app.get('/refusing', refusing, list);
app.get('/beside', beside, isKnown, list);
app.listen(3100);
