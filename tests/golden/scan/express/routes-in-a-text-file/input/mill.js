const fs = require('fs');
const path = require('path');
const express = require('express');

const mill = express();

// A table of the program's own: each line is a route, and what lines look like decides nothing that another installation could change.
function lines(file) {
  const found = [];
  for (const line of fs.readFileSync(path.join(__dirname, file), 'utf8').split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    found.push(line.trim());
  }
  return found;
}

for (const line of lines('routes.txt')) {
  const [verb, where, what] = line.split(/\s+/);
  const [file, name] = what.split('.');
  mill[verb.toLowerCase()](where.replace(/\{(\w+)\}/g, ':$1'), require(`./lib/${file}`)[name]);
}

// The same for what is split into cells.
lines('rights.csv')
  .map((line) => line.split(';'))
  .filter((cells) => cells.length === 2)
  .forEach(([where, role]) => {
    mill.get(`/rights${where}`, (request, response) => response.json({ role }));
  });

// The whole of a file that is compared with something is a setting: another installation may have another one.
if (fs.readFileSync(path.join(__dirname, 'season.txt'), 'utf8').trim() === 'harvest') {
  mill.get('/harvest', (request, response) => response.json({ open: true }));
}

mill.listen(4300);
