'use strict';
// Functions that return for the values they know and throw for the others; which value it is only run time knows.
const express = require('express');
const os = require('os');

const app = express();

function levelOf(word) {
  if (!word) return undefined;
  const upper = word.toUpperCase();
  if (upper === os.platform().toUpperCase() || upper.length > 0) return upper;
  throw new Error(`no level is called ${word}`);
}

async function awaitedLevelOf(word) {
  await null;
  if (word === os.platform()) return 'here';
  throw new Error(`no level is called ${word}`);
}

const level = levelOf(os.platform());
app.get('/above', function above31(req, res) { res.send(level); });

async function open() {
  await awaitedLevelOf(os.platform());
  app.get('/behind', function behind32(req, res) { res.end(); });
}
open();

module.exports = app;
