import express from 'express';
import mongoose from 'mongoose';
import { DataTypes, Sequelize } from 'sequelize';
import { z } from 'zod';

const Gull = mongoose.model('Gull', new mongoose.Schema({ name: { type: String, required: true }, ringed: Boolean }));
const sequelize = new Sequelize('sqlite::memory:');
const Tern = sequelize.define('Tern', { name: { type: DataTypes.STRING, allowNull: false } });

const app = express();
app.use(express.json());

// What is found may be nothing: the first of it is there or not.
app.get('/gulls/pattern', async (req, res) => {
  const [gull] = await Gull.find({ name: req.query.name });
  if (!gull) return res.status(404).end();
  res.json({ name: gull.name });
});
app.get('/gulls/index', async (req, res) => {
  const gull = (await Gull.find({ name: req.query.name }).limit(1).lean())[0];
  if (!gull) return res.status(404).end();
  res.json({ name: gull.name });
});
app.get('/gulls/shift', async (req, res) => {
  const gulls = await Gull.find({ name: req.query.name });
  const gull = gulls.shift();
  if (!gull) return res.status(404).end();
  const other = gulls.at(-1);
  if (!other) return res.status(409).end();
  res.json({ name: gull.name, other: other.name });
});
app.get('/gulls/pop', async (req, res) => {
  const gull = (await Gull.find({ name: req.query.name })).pop();
  if (!gull) return res.status(404).end();
  res.json({ name: gull.name });
});
app.get('/terns', async (req, res) => {
  const [tern] = await Tern.findAll({ where: { name: req.query.name as string } });
  if (!tern) return res.status(404).end();
  res.json({ name: (tern as any).name });
});
app.get('/terns/counted', async (_req, res) => {
  const { rows } = await Tern.findAndCountAll();
  if (!rows[0]) return res.status(404).end();
  res.json({ name: (rows[0] as any).name });
});

// Which ones pass a test only a request says.
app.get('/gulls/filter', async (_req, res) => {
  const [ringed] = (await Gull.find()).filter((gull) => gull.ringed);
  if (!ringed) return res.status(404).end();
  res.json({ name: ringed.name });
});
app.get('/gulls/mapped', async (_req, res) => {
  const [named] = (await Gull.find()).map(({ name }) => ({ name }));
  if (!named) return res.status(404).end();
  res.json(named);
});

// A schema that says nothing of its length lets an empty list in, one that does not does not.
const Nest = z.object({ eggs: z.number() });
app.post('/nests', (req, res) => {
  const [nest] = z.array(Nest).parse(req.body);
  if (!nest) return res.status(422).end();
  res.json(nest);
});
app.post('/nests/some', (req, res) => {
  const [nest] = z.array(Nest).nonempty().parse(req.body);
  if (!nest) return res.status(422).end();
  res.json(nest);
});

app.listen(3000);
