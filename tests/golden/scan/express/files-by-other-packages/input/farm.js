const express = require('express');
const fs = require('fs-extra');
const { join, basename } = require('upath');
const graceful = require('graceful-fs');
const mz = require('mz/fs');

const farm = express();

// At once, as Node does.
for (const file of fs.readdirSync(join(__dirname, 'orchard'))) farm.use(`/${basename(file, '.js')}`, require(`./orchard/${file}`));

// By a callback.
graceful.readdir(`${__dirname}/meadow`, (error, files) => {
  if (error) throw error;
  files.forEach((file) => require(`./meadow/${file}`)(farm));
});

async function start() {
  // Promises, where no callback is given.
  for (const file of await mz.readdir(join(__dirname, 'hedge'))) require(`./hedge/${file}`)(farm);
  if (await fs.pathExists(join(__dirname, 'pond'))) farm.use('/pond', require('./pond/ducks'));
  if (fs.pathExistsSync(join(__dirname, 'barn', 'owl.js'))) farm.use('/barn', require('./barn/owl'));
  const names = await fs.readJson(join(__dirname, 'names.json'));
  for (const name of names.open) farm.get(`/gates/${name}`, (req, res) => res.json({ open: true }));
  fs.exists(join(__dirname, 'pond'), (there) => {
    if (there) farm.get('/water', (req, res) => res.json({ fresh: true }));
  });
  farm.listen(3000);
}
start();
