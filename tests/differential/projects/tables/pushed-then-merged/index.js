const express = require('express');
const catalogue = require('./catalogue');
require('./parts/alpha');
require('./parts/beta');
const app = express();
for (const entry of catalogue.all()) {
  app[entry.verb.toLowerCase()](catalogue.base + entry.at, ...(entry.guard ? [entry.guard] : []), entry.act);
}
module.exports = app;
