// A list that is empty only since nobody has set what fills it: who is looked for in it may be there.
const express = require('express');

const gatehouse = express();
gatehouse.use((req, res, next) => {
  req.name = req.headers['x-name'];
  next();
});

const wardens = process.env.WARDENS?.split(',') ?? [];
const porters = JSON.parse(process.env.PORTERS || '[]');
const none = [];
let cooks = [];
if (process.env.COOKS) cooks = process.env.COOKS.split(',');
const namesOf = (setting) => {
  const text = process.env[setting];
  if (!text) return [];
  return text.split(',').map((name) => name.trim());
};

const asks = {
  chosen: (name) => (process.env.KEEPERS ? process.env.KEEPERS.split(',') : []).includes(name),
  parsed: (name) => (process.env.KEEPERS ? JSON.parse(process.env.KEEPERS) : []).some((each) => each.toLowerCase() === name),
  some: (name) => wardens.some((each) => each === name),
  found: (name) => wardens.find((each) => each === name) !== undefined,
  indexed: (name) => wardens.indexOf(name) >= 0,
  filtered: (name) => wardens.filter((each) => each === name).length > 0,
  porters: (name) => porters.includes(name),
  cooks: (name) => cooks.includes(name),
  helped: (name) => namesOf('GROOMS').includes(name),
  // Nothing fills it.
  none: (name) => none.includes(name),
};

for (const [way, knows] of Object.entries(asks))
  gatehouse.get(`/${way}`, (req, res) => {
    if (!knows(req.name)) return res.status(403).json({ error: 'not on the list' });
    res.json({ name: req.name });
  });

// The same of the members of a record.
const flags = JSON.parse(process.env.FLAGS || '{"drawbridge": false}');
if (flags.moat) gatehouse.get('/moat', (req, res) => res.json({ moat: true }));
if (flags.drawbridge) gatehouse.get('/drawbridge', (req, res) => res.json({ drawbridge: true }));

gatehouse.listen(3000);
