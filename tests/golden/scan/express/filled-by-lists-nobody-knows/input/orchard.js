// What callbacks of unknown lists put together is there or not: no condition on it is decided, and nothing behind it is lost.
const express = require('express');
const catalogue = require('fruit-catalogue');

const orchard = express();

// A record by names that nobody knows: it may have members, so that this does not end the program.
const sorts = {};
catalogue.sorts().forEach((sort) => {
  sorts[sort.name] = sort.tree;
});
if (!Object.keys(sorts).length) throw new Error('no sorts');
if (sorts.pear) orchard.get('/pears', (request, response) => response.json({ pears: true }));

// A list, by a function that declares what it changes elsewhere.
const crates = [];
const keep = (crate) => crates.push(crate);
catalogue.eachCrate(keep);
if (crates.length > 0) orchard.get('/crates', (request, response) => response.json({ crates: crates.length }));

// A variable, a set and a map.
let ripe = false;
const months = new Set();
const prices = new Map();
catalogue.walk((fruit) => {
  if (fruit.ripe) ripe = true;
  months.add(fruit.month);
  prices.set(fruit.name, fruit.price);
});
if (ripe) orchard.get('/ripe', (request, response) => response.json({ ripe }));
if (months.has('may')) orchard.get('/may', (request, response) => response.json({ may: true }));

// What is there in any case stays so.
const baskets = { small: '/small' };
catalogue.baskets().forEach((basket) => {
  baskets[basket.size] = basket.path;
});
orchard.get(baskets.small, (request, response) => response.json({ small: true }));

// These change nothing outside: what they ask about is decided.
let counted = false;
catalogue.each((fruit) => {
  const weighed = {};
  weighed[fruit.name] = true;
  let counted = true;
  return counted && weighed;
});
if (counted) orchard.get('/counted', (request, response) => response.json({}));
// Nobody says that this is called before the program goes on.
let left = false;
catalogue.onPicked(() => {
  left = true;
});
if (left) orchard.get('/left', (request, response) => response.json({}));

orchard.listen(7000);
