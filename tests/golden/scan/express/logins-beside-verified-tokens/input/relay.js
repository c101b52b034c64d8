// Who is logged in needs no token, and is logged in by one. What else is in the session gets nobody through.
const express = require('express');
const session = require('express-session');
const jwt = require('jsonwebtoken');
const settings = require('./settings');

const relay = express();
relay.use(session({ name: 'relay.sid', secret: process.env.SECRET }));

const claimsOf = (req) => {
  let token = req.headers['x-relay-token'] || req.headers.authorization;
  if (token && token.startsWith('Bearer ')) token = token.slice(7);
  return new Promise((resolve, reject) => jwt.verify(token, process.env.KEY, (error, claims) => (error ? reject(error) : resolve(claims))));
};
const orToken = (refuse) => async (req, res, next) => {
  if (req.session.user) return next();
  try {
    req.session.user = await claimsOf(req);
    next();
  } catch {
    refuse(res);
  }
};
const whereAsked = async (req, res, next) => {
  if (req.session?.user || !settings.isGuarded()) return next();
  try {
    req.session.user = await claimsOf(req);
    next();
  } catch {
    res.status(401).end();
  }
};

const byToken = async (req, res, next) => {
  try {
    req.user = await claimsOf(req);
    next();
  } catch {
    res.status(401).end();
  }
};
const inLanguage = (req, res, next) => {
  req.language = req.session.language || 'en';
  return byToken(req, res, next);
};
const counted = (req, res, next) => {
  req.session.visits = (req.session.visits || 0) + 1;
  return byToken(req, res, next);
};
const asHimself = async (req, res, next) => {
  const { user } = req.session;
  try {
    req.user = await claimsOf(req);
    if (user && user.id !== req.user.id) return res.status(403).end();
    next();
  } catch {
    res.status(401).end();
  }
};
const exceptOpen = (req, res, next) => {
  if (req.path === '/except-open/hours') return next();
  return inLanguage(req, res, next);
};

const state = (req, res) => res.json({ on: true });
relay.get('/refused', orToken((res) => res.status(401).end()), state);
relay.get('/told', orToken((res) => res.json({ success: false, code: 3 })), state);
relay.get('/where-asked', whereAsked, state);
relay.get('/in-language', inLanguage, state);
relay.get('/counted', counted, state);
relay.get('/as-himself', asHimself, state);
relay.get('/except-open', exceptOpen, state);
relay.listen(3500);
