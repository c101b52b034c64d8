const express = require('express');
const jwt = require('jsonwebtoken');

const berth = express();
class Stranger extends Error { constructor() { super('who are you'); this.status = 401; } }

// Whoever has a token is known, everybody passes.
const greet = (req, res, next) => {
  const token = req.headers.authorization;
  if (token) req.user = jwt.verify(token, 'salt');
  next();
};
// The same, left early.
const greetEarly = async (req, res, next) => {
  const known = req.headers.authorization ? await globalThis.crew.find(req.headers.authorization) : undefined;
  if (known == null) return next();
  req.auth = { sailor: known };
  next();
};
const known = (value) => { if (value == null) throw new Stranger(); return value; };

berth.get('/bunk', greet, (req, res) => { const { id } = known(req.user); res.json({ id }); });
berth.get('/locker', greet, (req, res) => { if (!req.user) return res.status(401).json({ reason: 'nobody' }); res.json({ id: req.user.id }); });
berth.get('/deck', greetEarly, (req, res) => { const { sailor } = known(req.auth); res.json({ name: sailor.name }); });
// Everybody is served, some of them better.
berth.get('/menu', greet, (req, res) => { res.json({ dishes: 3, yours: req.user ? req.user.dish : null }); });
// What it hands the answer to is nobody's to see, so nor is who is served.
berth.get('/galley', greet, (req, res) => { if (req.user?.banned) return res.status(403).end(); require('galley').serve(req, res); }); //~ project/answered-by-package
// What it refuses has nothing to do with who asks.
berth.post('/keys', greet, (req, res) => { if (req.query.code !== 'open sesame') return res.status(403).end(); res.json({ open: true, by: req.user?.id }); });

berth.use((failure, req, res, next) => { res.status(failure.status || 500).json({ reason: failure.message }); });
berth.listen(3000);
