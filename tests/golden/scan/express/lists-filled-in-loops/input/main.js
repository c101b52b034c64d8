const express = require('express');
const mongoose = require('mongoose');
const { Pool } = require('pg');

const kiosk = express();
kiosk.use(express.json());
const pool = new Pool();
const Stamp = mongoose.model('Stamp', new mongoose.Schema({ country: String, value: Number }));

/** Whether something hangs on the album: nobody knows how many rows there are. */
async function dependenciesOf(album) {
  const { rows } = await pool.query('select id, name from pages where album = $1', [album]);
  const found = [];
  rows.forEach((row) => { found.push({ id: row.id, kind: 'page' }); });
  return { removable: found.length === 0, found };
}

kiosk.delete('/albums/:album', async (request, response) => {
  const { removable, found } = await dependenciesOf(request.params.album);
  if (!removable) return response.status(409).json({ found });
  response.json({ removed: true });
});

kiosk.post('/swaps', (request, response) => {
  const problems = [];
  for (const offer of request.body.offers) problems.push(`not wanted: ${offer.stamp}`);
  if (problems.length) return response.status(422).json({ problems });
  response.status(201).json({ swapped: true });
});

kiosk.get('/rare', async (request, response) => {
  const rare = [];
  for (const stamp of await Stamp.find({})) {
    if (stamp.value < 100) continue;
    rare.push({ country: stamp.country, value: stamp.value });
  }
  if (rare.length === 0) return response.status(404).json({ error: 'nothing rare' });
  response.json(rare);
});

kiosk.post('/values', (request, response) => {
  const high = [];
  for (let index = 0; index < request.body.values.length; index++) high.push(request.body.values[index] * 2);
  if (!high.length) return response.status(400).json({ error: 'no values' });
  response.json({ high });
});

kiosk.get('/countries', async (request, response) => {
  const stamps = await Stamp.find({});
  // A list of its own in each round has what the round puts there.
  response.json(stamps.map((stamp) => {
    const words = [];
    words.push(stamp.country);
    if (words.length === 0) throw new Error('never');
    return { words };
  }));
});

kiosk.get('/sizes', (request, response) => {
  const sizes = [];
  for (const size of ['small', 'large']) sizes.push(size);
  if (sizes.length === 0) return response.status(500).json({ never: true });
  response.json({ sizes });
});

kiosk.listen(8080);
