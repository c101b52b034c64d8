const express = require('express');
const { moor, ...tides } = require('./lib');

const estuary = express();
const salt = (request, answer, onward) => onward();

function at(base, build, ...guards) {
  const channel = express.Router();
  build(channel);
  estuary.use(base, ...guards, channel);
  return channel;
}

at('/ebb', (channel) => channel.get('/depth', salt, (request, answer) => answer.end()));
at(`/${tides.names.at(-1)}`, moor, salt).patch('/buoy', (request, answer) => answer.end());

module.exports.estuary = estuary;
