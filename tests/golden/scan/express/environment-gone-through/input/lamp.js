const express = require('express');
const lamp = express();
const allowed = ['LENS', 'OIL', 'WICK', 'KEEPER'];

// Which variables there are where the program serves nobody says: each of these may hold what the program demands.
const reduced = Object.keys(process.env).reduce((found, name) => { if (allowed.includes(name)) found[name] = process.env[name]; return found; }, {});
const filtered = Object.fromEntries(Object.entries(process.env).filter(([name]) => allowed.includes(name)));
const gathered = {};
for (const name in process.env) if (name.startsWith('WI')) gathered[name] = process.env[name];
const copied = { ...process.env };

function demanded(value) { if (!value) throw new Error('not lit'); return value; }

try {
  lamp.get('/lens', (req, res) => res.json(demanded(reduced.LENS).length));
  demanded(reduced.LENS);
  lamp.get('/lit/lens', (req, res) => res.end());
  demanded(filtered.OIL);
  lamp.get('/lit/oil', (req, res) => res.end());
  demanded(gathered.WICK);
  lamp.get('/lit/wick', (req, res) => res.end());
  demanded(copied.KEEPER);
  lamp.get('/lit/keeper', (req, res) => res.end());
} catch (error) { process.exitCode = 1; }
lamp.listen(4100);
