const express = require('express');
const path = require('path');
const { file } = require('grunt');
const readSync = require('recursive-readdir-sync');
const below = require('fs-readdir-recursive');
const read = require('recursive-readdir');

const manor = express();
// Patterns, with options in front of them or without.
file.expand('./rooms/*.js').forEach((found) => require(path.resolve(found))(manor));
file.expand({ cwd: 'gardens', filter: 'isFile' }, ['*.js', '!hedge.js']).forEach((found) => require(`./gardens/${found}`)(manor));
readSync(path.join(__dirname, 'attic')).filter((found) => found.endsWith('.js')).forEach((found) => require(found)(manor));
for (const found of below('cellar')) manor.use(`/cellar/${found.replace(/\.js$/, '')}`, require(path.join(__dirname, 'cellar', found)));
read('stables', (error, files) => {
  if (error) throw error;
  files.forEach((found) => require(path.join(__dirname, found))(manor));
  manor.listen(3000);
});
