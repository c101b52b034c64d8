const fs = require('fs');
const path = require('path');
const express = require('express');
const depot = express();

const settings = path.join(__dirname, 'settings.ini');
if (!fs.existsSync(settings)) {
  depot.get('/install', (req, res) => res.send('install'));
} else {
  depot.get('/console', (req, res) => res.send('console'));
}

// Sources are there or nowhere.
for (const name of ['wagons', 'missing']) {
  const file = path.join(__dirname, 'yards', `${name}.js`);
  if (fs.existsSync(file)) depot.use(`/${name}`, require(file));
}
if (fs.existsSync(path.join(__dirname, 'web'))) {
  depot.get('*splat', (req, res) => res.send('page'));
}
depot.get('/tracks', (req, res) => res.send('tracks'));
depot.listen(3000);
