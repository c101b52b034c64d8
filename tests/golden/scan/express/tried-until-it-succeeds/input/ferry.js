const express = require('express');
const bcrypt = require('bcrypt');
const { Pool } = require('pg');

const pool = new Pool();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const isPassing = (error) => ['08006', '57P01'].includes(error.code) || String(error.message).includes('terminated');

/** Tried until it succeeds, or fails for good. */
async function query(text, values) {
  let tries = 0;
  while (true) {
    try {
      const result = await pool.query(text, values);
      console.debug('rows', result.rowCount);
      return result;
    } catch (error) {
      tries += 1;
      if (!isPassing(error) || tries >= 5) {
        console.error(error.message);
        throw error;
      }
      await pause(2 ** tries);
    }
  }
}
async function patiently(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
    await pause(100);
  }
}
/** The loop is left, and what was found is given behind it. */
async function leaving(work) {
  let found;
  do {
    try {
      found = await work();
      break;
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  } while (true);
  return found;
}
/** A number that nobody has. */
async function freeCode() {
  while (true) {
    const code = Math.random().toString(36).slice(2, 10);
    const { rows } = await query('SELECT id FROM tickets WHERE code = $1', [code]);
    if (rows.length === 0) return code;
  }
}
/** Never gives anything. */
async function watch() {
  while (true) {
    await pause(1000);
    console.log('still here');
  }
}

const app = express();
app.use(express.json());

app.get('/crossings', async (_req, res) => {
  res.json((await query('SELECT * FROM crossings')).rows);
});
app.get('/crossings/:id', async (req, res) => {
  const { rows } = await patiently(() => pool.query('SELECT name, seats FROM crossings WHERE id = $1', [req.params.id]));
  if (rows.length === 0) return res.status(404).json({ error: 'no such crossing' });
  res.json(rows[0]);
});
app.get('/seats', async (_req, res) => {
  const { rows } = await leaving(() => pool.query('SELECT sum(seats) AS seats FROM crossings'));
  res.json(rows[0]);
});
app.post('/tickets', async (req, res) => {
  const code = await freeCode();
  const { rows } = await query('INSERT INTO tickets (code, crossing_id) VALUES ($1, $2) RETURNING id, code', [code, req.body.crossing]);
  res.status(201).json(rows[0]);
});
app.get('/watched', async (_req, res) => {
  res.json({ watched: await watch() });
});

/** What says no is no record. */
async function admitted({ name, secret }) {
  const { rows } = await query('SELECT id, name, secret FROM pilots WHERE name = $1', [name]);
  const pilot = rows[0];
  if (!pilot) return null;
  const fits = await bcrypt.compare(secret, pilot.secret);
  return fits ? { fits, pilot } : fits;
}
app.post('/login', async (req, res) => {
  const found = await admitted(req.body);
  if (!found) return res.status(401).json({ error: 'no' });
  res.json({ id: found.pilot.id, name: found.pilot.name });
});
app.post('/fits', async (req, res) => {
  const fits = bcrypt.compareSync(req.body.secret, 'x');
  if (!fits) return res.status(401).json({ fits });
  res.json({ fits });
});

app.listen(3000);
