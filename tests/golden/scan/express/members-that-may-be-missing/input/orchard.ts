import express from 'express';
import mongoose from 'mongoose';
import { z } from 'zod';

const orchard = express();
orchard.use(express.json());
const grafted = z.object({
  tree: z.string(),
  nick: z.string().optional(),
  rows: z.number().default(3),
  plot: z.object({ soil: z.string(), slope: z.string().optional() }).optional(),
});

// JSON leaves out what is undefined: whole, member by member, and taken apart.
orchard.post('/grafts/whole', (req, res) => { res.json(grafted.parse(req.body)); });
orchard.post('/grafts/members', (req, res) => {
  const graft = grafted.parse(req.body);
  res.json({ tree: graft.tree, nick: graft.nick, rows: graft.rows, plot: graft.plot });
});
orchard.post('/grafts/apart', (req, res) => {
  const { tree, nick, rows, ...rest } = grafted.parse(req.body);
  res.json({ tree, nick, called: nick ?? tree, label: nick || null, rows, ...rest });
});
// Where it is sent it is there.
orchard.post('/grafts/refused', (req, res) => {
  const graft = grafted.parse(req.body);
  if (!graft.nick) return res.status(400).json({ lacking: 'nick' });
  res.json({ nick: graft.nick });
});
orchard.post('/grafts/branch', (req, res) => {
  const graft = grafted.parse(req.body);
  if (graft.nick) return res.json({ nick: graft.nick });
  res.status(202).json({ tree: graft.tree });
});

// What nobody demands of a request is given back where it came in.
orchard.post('/harvests', (req, res) => {
  const { fruit, crates = 1, note } = req.body;
  if (!fruit) return res.status(400).json({ lacking: 'fruit' });
  if (note) return res.status(202).json({ note });
  res.status(201).json({ fruit, crates, note, by: req.headers['x-picker'], page: req.query.page || 'first' });
});

// Documents have what was given, what has a default, and their lists.
const Tree = mongoose.model('Tree', new mongoose.Schema({
  kind: { type: String, required: true },
  nick: String,
  bears: { type: Boolean, default: true },
  planted: { type: Date, default: Date.now },
  scions: [String],
  site: { row: Number, side: { type: String, default: 'south' } },
}));
orchard.get('/trees/:id', async (req, res) => {
  const tree = await Tree.findById(req.params.id);
  if (!tree) return res.status(404).end();
  res.json(tree);
});
orchard.get('/trees/:id/card', async (req, res) => {
  const tree = await Tree.findById(req.params.id);
  if (!tree) return res.status(404).end();
  res.json({ kind: tree.kind, nick: tree.nick, bears: tree.bears, planted: tree.planted, scions: tree.scions, called: tree.nick || tree.kind });
});
// What a method gives of what may be missing is missing as well, unless something stands in for it or somebody has asked.
orchard.get('/trees/:id/sign', async (req, res) => {
  const tree = await Tree.findById(req.params.id);
  if (!tree) return res.status(404).end();
  const { nick } = tree;
  res.json({ loud: tree.nick?.toUpperCase(), low: nick?.toLowerCase() ?? null, kind: tree.kind?.trim(), row: tree.site?.row?.toFixed(1) });
});
orchard.get('/trees/:id/label', async (req, res) => {
  const tree = await Tree.findById(req.params.id);
  if (!tree?.nick) return res.status(404).end();
  res.json({ loud: tree.nick?.toUpperCase() });
});
orchard.listen(8123);
