const fs = require('fs');
const path = require('path');
const express = require('express');
const objectPath = require('object-path');
const stargaze = require('stargaze');
const { instruments, defaults } = require('./instruments');

const sky = express();

// A package writes into the record: whether there is anything in it only run time knows.
function readCatalogue(folder) {
  const catalogue = {};
  for (const file of fs.readdirSync(folder)) objectPath.set(catalogue, path.basename(file, '.json'), JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8')));
  if (Object.keys(catalogue).length === 0) throw new Error('an empty sky');
  return catalogue;
}
const catalogue = readCatalogue(process.env.CATALOGUE || '/var/catalogue');

// Members of something unknown are written over the defaults: records among these may hold more.
function overlay(onto, from) {
  for (const name in from) onto[name] = from[name];
  return onto;
}
const settings = overlay(defaults, JSON.parse(fs.readFileSync(process.env.SETTINGS, 'utf8')));
if (!Object.keys(settings.instruments).length) settings.instruments.telescope = {};
for (const name of Object.keys(settings.instruments)) instruments[name](sky);

sky.get(`/${settings.prefix}/stars`, (req, res) => res.json(Object.keys(catalogue)));
if (settings.dome) sky.get('/dome', (req, res) => res.json({ open: true }));

// What a package is only told of stays what it is.
const told = { quiet: true };
stargaze.announce(told, 'night');
if (told.loud) sky.get('/loud', (req, res) => res.json({}));

sky.get('/night', (req, res) => {
  const night = { moon: 'new' };
  objectPath.set(night, req.query.star, 'bright');
  res.json(night);
});

sky.listen(settings.port);
