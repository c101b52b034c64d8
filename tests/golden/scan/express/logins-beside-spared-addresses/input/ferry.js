const express = require('express');
const session = require('express-session');
const { crews, passes } = require('./store');

const app = express();
app.use(session({ name: 'ferry.sid', secret: process.env.SECRET }));

const bearer = (req) => {
  const [scheme, token] = (req.headers.authorization || '').split(' ');
  return scheme && token && scheme.toLowerCase() === 'bearer' ? token.trim() : null;
};

async function byPass(req, res, next) {
  const pass = bearer(req);
  if (!pass) return res.status(401).json({ error: 'no pass' });
  const known = await passes.find(pass);
  if (!known) return res.status(401).json({ error: 'unknown pass' });
  req.crew = known.crew;
  return next();
}

async function byLoginOrPass(req, res, next) {
  if (req.session && req.session.userId) {
    req.crew = await crews.find(req.session.userId);
    return next();
  }
  return byPass(req, res, next);
}

// At some addresses, and by some methods, nobody is asked: elsewhere a login does as well as a token.
const OPEN = ['/health', '/tide'];
const exceptList = (req, res, next) => (OPEN.includes(req.path) ? next() : byLoginOrPass(req, res, next));
const exceptEither = (req, res, next) => {
  if (req.path.startsWith('/open') || req.originalUrl === '/tides/now') return next();
  return byLoginOrPass(req, res, next);
};
const exceptMethod = async (req, res, next) => {
  try {
    if (req.method === 'OPTIONS') return next();
    await byLoginOrPass(req, res, next);
  } catch {
    res.status(500).end();
  }
};

// What it depends on is no address: it may be that nobody is asked at all.
const exceptFlag = (req, res, next) => (crews.isOpen() ? next() : byLoginOrPass(req, res, next));

// Here the login is not asked for, wherever the request goes.
const tokenOnly = (req, res, next) => (OPEN.includes(req.path) ? next() : byPass(req, res, next));

// Both are needed.
const both = (req, res, next) => {
  if (req.path === '/free') return next();
  if (!req.session.userId) return res.status(401).end();
  return byPass(req, res, next);
};

app.use('/decks', exceptList);
app.get('/decks', (req, res) => res.json({ crew: req.crew }));
app.get('/decks/tide', (req, res) => res.json({ tide: 1 }));
app.use('/tides', exceptEither);
app.get('/tides', (req, res) => res.json({ crew: req.crew }));
app.get('/tides/now', (req, res) => res.json({ tide: 1 }));
app.use('/ropes', exceptMethod);
app.get('/ropes', (req, res) => res.json({ crew: req.crew }));
app.use('/flags', exceptFlag);
app.get('/flags', (req, res) => res.json({ crew: req.crew }));
app.use('/winches', tokenOnly);
app.get('/winches', (req, res) => res.json({ crew: req.crew }));
app.use('/holds', both);
app.get('/holds', (req, res) => res.json({ crew: req.crew }));
app.get('/holds/free', (req, res) => res.json({ free: true }));

app.listen(3000);
