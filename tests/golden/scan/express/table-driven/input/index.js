const express = require('express');
const path = require('path');

const orchard = express();
const rows = [
  { at: '/apples', grove: require('./groves/apples') },
  { at: '/pears', grove: require('./groves/pears'), guard: (q, s, next) => next() },
];

const version = path.posix.join('/', 'v' + 2);
for (const { at, grove, guard } of rows) {
  if (guard) orchard.use(`${version}${at}`, guard);
  orchard.use(`${version}${at}`, grove);
}

module.exports = orchard;
