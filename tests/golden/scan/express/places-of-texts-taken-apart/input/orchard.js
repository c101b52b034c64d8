const fs = require('fs');
const express = require('express');

const orchard = express();
// What a file says that is no source is written nowhere in the sources: what takes it apart is not where a route stands, however few routes come through it.
const read = (file) => fs.readFileSync(`${__dirname}/${file}`, 'utf8').split('\n').filter(Boolean).map((line) => line.split('->')[0].trim());
function parsed(pattern) {
  const [verb, shown] = pattern.split('?')[0].split(/\s+/);
  const where = (shown.match(/\{\w+\}/g) || []).reduce(
    (made, name) => made.replace(name, `:${name.slice(1, -1)}`),
    shown,
  );
  return { verb: verb.toLowerCase(), where };
}
for (const pattern of read('paths.txt')) {
  const { verb, where } = parsed(pattern);
  orchard[verb](where, (req, res) => res.json({ pattern }));
}

// Texts of the sources are written where they are, whatever takes them apart.
const rows = [
  'GET /plums',
  'PUT /plums/{plum}',
];
for (const row of rows) {
  const { verb, where } = parsed(row);
  orchard[verb](where, (req, res) => res.json({ row }));
}
orchard.listen(8022);
