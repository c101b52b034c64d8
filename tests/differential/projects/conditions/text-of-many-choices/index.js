'use strict';
// A text put together from forty pieces that only run time knows: two to the power of forty alternatives.
const express = require('express');

const app = express();
const names = Array.from({ length: 40 }, (_, index) => `HERON_${index}`);
const kept = {};
for (const name of names) {
  const value = process.env[name] || null;
  if (!value) continue;
  kept[name] = value;
}
const dump = Object.entries(kept).map(([name, value]) => `${name}='${value}'`).join('\n');
const pieces = names.map((name, index) => (process.pid > index ? name : ''));
const line = pieces.join(':') + pieces.concat('').join('/');

app.get('/dump', function showDump13(req, res) { res.send(dump + line); });

module.exports = app;
