// A key comes in a header, or in the body under its name; a login does as well where it is asked for.
const express = require('express');
const session = require('express-session');
const passport = require('passport');
const { potters } = require('./potters');

const kiln = express();
kiln.use(express.json());
kiln.use(session({ name: 'kiln.sid', secret: process.env.SECRET }));
kiln.use(passport.initialize());
kiln.use(passport.session());

const orLogin = (keyOf) => async (req, res, next) => {
  const key = keyOf(req);
  if (key) {
    const potter = await potters.find(key.split(':')[0]);
    if (potter && potter.secret == key.split(':')[1]) {
      req.user = { id: potter.id };
      return next();
    }
  }
  if (req.isAuthenticated()) return next();
  res.redirect('/door');
};
const keyOnly = (keyOf) => async (req, res, next) => {
  const key = keyOf(req);
  if (!key) return res.status(401).end();
  req.potter = await potters.find(key);
  return req.potter ? next() : res.status(401).end();
};
const fire = (req, res) => res.status(201).json({ fired: true });

kiln.post('/named', orLogin((req) => req.get('x-api-key') || req.body.api_key), fire);
kiln.post('/after-the-header', orLogin((req) => req.get('potter-api') || req.body?.potter_api), fire);
kiln.post('/in-a-list', orLogin((req) => req.get('potter-api') || req.body[0]?.potterApi), fire);
kiln.post('/keys', keyOnly((req) => req.headers['potter-api'] ?? req.body.potterApi), fire);
kiln.post('/keys/in-a-list', keyOnly((req) => req.get('x-api-key') || req.body[0]?.api_key), fire);

// What is chosen by a header or a field of the same name is no key, and refuses nobody.
kiln.post('/glazes', (req, res, next) => {
  req.glaze = req.get('x-glaze') || req.body.glaze;
  return req.glaze === 'lead' ? res.status(400).json({ error: 'no lead' }) : next();
}, fire);

kiln.listen(3300);
