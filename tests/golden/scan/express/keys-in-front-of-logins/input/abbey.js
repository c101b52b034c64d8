const express = require('express');
const jwt = require('jsonwebtoken');

const app = express();

// Whoever comes shows the key of the gate; it says nothing of who that is.
function gate(req, res, next) {
  if (req.headers['x-gate-key'] !== process.env.GATE_KEY) return res.status(401).json({ shut: true });
  next();
}
// Who has a token is known, who has none may pass.
function greet(req, res, next) {
  const token = req.headers.authorization?.replace('Bearer ', '');
  if (token) {
    try { req.monk = jwt.verify(token, process.env.SECRET); } catch { /* a guest */ }
  }
  next();
}
// Who has a key of a house is known as well.
function house(req, res, next) {
  if (req.headers['x-house-key'] === process.env.HOUSE_KEY) req.monk = { name: 'house', abbot: true };
  next();
}
function monk(req, res, next) {
  if (!req.monk) return res.status(401).json({ who: '?' });
  next();
}
function abbot(req, res, next) {
  if (!req.monk || !req.monk.abbot) return res.status(403).json({ abbot: false });
  next();
}

app.get('/garden', gate, greet, (req, res) => res.json({ roses: 3 }));
app.get('/cells', gate, greet, monk, (req, res) => res.json({ cells: 12 }));
app.delete('/cells', gate, greet, abbot, (req, res) => res.json({ emptied: true }));
app.get('/kitchen', greet, monk, gate, (req, res) => res.json({ bread: 1 }));
// Either of two leaves somebody.
app.get('/library', greet, house, monk, (req, res) => res.json({ books: 900 }));
app.get('/crypt', gate, greet, house, abbot, (req, res) => res.json({ tombs: 7 }));
// The key alone.
app.get('/court', gate, (req, res) => res.json({ wide: true }));
app.listen(3000);
