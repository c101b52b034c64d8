// A header that stands for something else where nobody sends it says nothing of who sends the request.
const express = require('express');
const { Pool } = require('pg');

const pool = new Pool();
const mills = { oak: { blades: 2 }, pine: { blades: 5 } };

// Which mill is meant: that of the house where nobody says.
function mill(req, res, next) {
  const name = req.headers['x-mill']?.toLowerCase() || 'oak';
  if (!mills[name]) return res.status(400).json({ error: 'no such mill' });
  req.mill = mills[name];
  next();
}
function yard(req, res, next) {
  req.yard = req.get('x-yard') ?? 'north';
  next();
}
// Who it is: nobody by default.
async function sawyer(req, res, next) {
  const { rows } = await pool.query('select id from sawyers where badge = $1', [req.get('x-badge')]);
  req.user = rows[0];
  next();
}
const needed = (name) => (req, res, next) => {
  if (!req[name]) return res.status(401).json({ error: `${name} is missing` });
  next();
};

const app = express();
app.get('/blades', mill, needed('mill'), (req, res) => res.json({ blades: req.mill.blades }));
app.get('/logs', yard, needed('yard'), (req, res) => res.json({ yard: req.yard }));
// A stand-in that is nothing leaves the demand.
app.get('/planks', (req, res, next) => ((req.length = req.query.length || ''), next()), needed('length'), (req, res) => res.json({ of: req.length }));
app.get('/shifts', sawyer, needed('user'), (req, res) => res.json({ of: req.user.id }));
app.listen(3000);
