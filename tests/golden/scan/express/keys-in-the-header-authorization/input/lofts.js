// A header `authorization` that is compared as a whole holds a key: who writes `Bearer` in front of it is refused. One that is taken apart holds a token.
const express = require('express');
const { verify } = require('jsonwebtoken');
const lofts = express();
const KEY = process.env.LOFT_KEY;
const list = (req, res) => res.json([{ dove: 1 }]);

lofts.get('/setting', (req, res, next) => (req.headers.authorization === KEY ? next() : res.status(401).json({ why: 'no key' })), list);
lofts.get('/constant', (req, res) => {
  if (req.get('Authorization') !== 'coo-coo-7') return res.sendStatus(401);
  return res.json([]);
});
lofts.get('/word', (req, res, next) => (req.headers.authorization === `Bearer ${KEY}` ? next() : res.sendStatus(401)), list);
lofts.get('/replaced', (req, res, next) => ((req.get('authorization') || '').replace('Bearer ', '') === KEY ? next() : res.sendStatus(401)), list);
lofts.get('/either', (req, res, next) => {
  const given = req.headers.authorization?.split(' ')[1] ?? req.headers.authorization;
  return given === KEY ? next() : res.sendStatus(401);
}, list);
lofts.get('/guests', (req, res, next) => {
  if (req.headers.authorization === 'guest') return next();
  try {
    req.keeper = verify(req.headers.authorization.slice(7), KEY);
  } catch {
    return res.sendStatus(401);
  }
  next();
}, list);
lofts.listen(1);
