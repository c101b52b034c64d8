const express = require('express');
const mongoose = require('mongoose');

const post = express();
const Badge = mongoose.model('Badge', new mongoose.Schema({ key: String, rank: Number }));

// Everything is answered with 200: what it is stands inside of what is sent.
const failed = (message, name, code) => ({ status: 'error', data: { code, name, message } });
const unauthorized = () => failed('Nobody we know', 'Unauthorized', 401);

async function byData(req, res, next) {
  const badge = await Badge.findOne({ key: req.headers['x-token'] });
  if (!badge) return res.json(unauthorized());
  next();
}
async function byWords(req, res, next) {
  const badge = await Badge.findOne({ key: req.headers['x-token'] });
  if (!badge) return res.json({ error: { code: 'E_BADGE', message: 'You are not logged in' } });
  next();
}
async function byList(req, res, next) {
  const badge = await Badge.findOne({ key: req.headers['x-token'] });
  if (!badge) return res.json({ errors: [{ status: '401', title: 'no badge' }] });
  next();
}

// Words and marks in data say nothing of who asks, nor does another code.
async function byNothing(req, res, next) {
  const badge = await Badge.findOne({ key: req.headers['x-token'] });
  if (!badge && req.query.rank) return res.json({ data: { code: 404, note: 'not authorized by the sender', ok: false } });
  next();
}

for (const [name, guard] of Object.entries({ byData, byWords, byList, byNothing }))
  post.get(`/${name}`, guard, (req, res) => res.json({ status: 'success', data: { letters: 3 } }));

post.listen(7611);
