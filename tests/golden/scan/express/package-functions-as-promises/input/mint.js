// A package that is asked by a callback calls it: what stands behind it goes on, and what was refused in front of it is refused.
const express = require('express');
const crypto = require('crypto');
const Bluebird = require('bluebird');
const Q = require('q');
const pify = require('pify');
const { promisify } = require('es6-promisify');
const seal = require('seal');
const { coins } = require('./coins');

class Unknown extends Error {}

const mint = express();
mint.use(express.json());
const wrap = (fn) => (req, res, next) => Promise.resolve(fn(req, res, next)).catch(next);
const coinOf = async (id) => {
  const coin = await coins.find(id);
  if (!coin) throw new Unknown('no such coin');
  return coin;
};
const stamp = (path, stamped) =>
  mint.post(path, wrap(async (req, res) => {
    const coin = await coinOf(req.body.coin);
    const mark = await stamped(20);
    res.status(201).json({ coin: coin.name, isMarked: Boolean(mark) });
  }));

stamp('/bluebird', Bluebird.promisify(crypto.randomBytes));
stamp('/q', Q.denodeify(seal.press));
stamp('/pify', pify(seal.press));
stamp('/es6', promisify(seal.press));

// Of the program's own it shows when they call back, and with what.
const pressed = Bluebird.promisify((size, done) => (size > 10 ? done(null, 'large') : done(new Error('too small'))));
stamp('/own', pressed);

mint.use((error, req, res, next) => (error instanceof Unknown ? res.status(404).json({ error: error.message }) : next(error)));
mint.listen(3400);
