const express = require('express');
const jwt = require('jsonwebtoken');

const gate = express();
const SECRET = process.env.SECRET;

const fromPair = (credentials) => {
  const [name, password] = Buffer.from(credentials, 'base64').toString().split(':');
  const token = jwt.verify(password, SECRET);
  if (token.name !== name) throw new Error('another one');
  return token;
};

// Which kind it is an expression says that ends behind the word.
async function either(req, res, next) {
  if (!req.headers.authorization) return res.status(401).end();
  const [scheme, credentials] = req.headers.authorization.split(' ');
  try {
    if (/^Basic$/i.test(scheme)) req.keeper = fromPair(credentials);
    else if (/^Bearer$/i.test(scheme)) req.keeper = jwt.verify(credentials, SECRET);
    else return res.status(401).end();
    next();
  } catch {
    res.status(401).end();
  }
}
function named(req, res, next) {
  const [scheme, credentials] = (req.headers.authorization ?? '').split(' ');
  if (!/^(?:basic)$/i.test(scheme)) return res.status(401).end();
  try {
    req.keeper = fromPair(credentials);
    next();
  } catch {
    res.status(401).end();
  }
}
function held(req, res, next) {
  const found = /^(Bearer|Token) (.+)$/.exec(req.headers.authorization ?? '');
  if (!found) return res.status(401).end();
  try {
    req.keeper = jwt.verify(found[2], SECRET);
    next();
  } catch {
    res.status(401).end();
  }
}

gate.get('/either', either, (req, res) => res.json({ open: true }));
gate.get('/named', named, (req, res) => res.json({ open: true }));
gate.get('/held', held, (req, res) => res.json({ open: true }));
gate.listen(7610);
