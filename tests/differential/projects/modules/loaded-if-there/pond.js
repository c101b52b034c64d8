const express = require('express');
const path = require('path');

const pond = express();
const shown = (text) => (req, res) => res.send(text);

let frogs;
try {
  frogs = require('./frogs');
  pond.use('/frogs', frogs);
} catch {
  pond.get('/no-frogs', shown('none'));
}

function optional(name) {
  try {
    return require(path.join(__dirname, name));
  } catch (error) {
    return error.code === 'MODULE_NOT_FOUND' ? null : undefined;
  }
}

for (const name of ['reeds', 'otters']) {
  const found = optional(name);
  if (found) pond.use(`/${name}`, found);
  else pond.get(`/without-${name}`, shown(name));
}

try {
  require.resolve('./heron.js');
} catch {
  pond.get('/no-heron', shown('heron'));
}

try {
  require('a-package-that-nobody-lists');
} catch {
  pond.get('/unkept', shown('unkept'));
}

pond.listen(3000);
