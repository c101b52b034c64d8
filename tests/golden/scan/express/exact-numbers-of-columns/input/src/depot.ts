import express from 'express';
import { DataSource } from 'typeorm';
import { Crate } from './crate.js';

const source = new DataSource({ type: 'mysql', entities: [Crate], bigNumberStrings: false, supportBigNumbers: true });
const crates = source.getRepository(Crate);

/** Takes numbers only: nobody knows whether the one of the database is. */
function dated(crate: Crate) {
  if (isNaN(crate.packedAt) || typeof crate.packedAt !== 'number') throw new Error(`not a date: ${crate.packedAt}`);
  return { id: crate.id, packedAt: crate.packedAt };
}

const app = express();

app.get('/crates', async (_req, res) => {
  res.json(await crates.find());
});

app.get('/crates/:id/date', async (req, res) => {
  const crate = await crates.findOneBy({ id: req.params.id });
  if (!crate) return res.status(404).json({ reason: 'no crate' });
  return res.json(dated(crate));
});

app.get('/crates/:id/label', async (req, res) => {
  const crate = await crates.findOneByOrFail({ id: req.params.id });
  if (typeof crate.barcode !== 'string') return res.status(500).json({ reason: 'never' });
  return res.json({ label: crate.barcode, heavy: typeof crate.weight === 'number' ? crate.weight > 100 : null });
});

app.listen(3000);
