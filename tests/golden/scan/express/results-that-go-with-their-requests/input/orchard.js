import express from 'express';
import { find, keep } from './trees.js';

const orchard = express();
orchard.use(express.json());

/** What a service makes of a request: a status and a body that belong together. */
const fine = (body) => ({ status: 201, body: { fine: true, content: body } });
const wrong = (why, field) => ({ status: 422, body: { fine: false, why, field } });

const plant = async (tree) => {
  if (!tree.sort) return wrong('which sort?', 'sort');
  if (!tree.row || !tree.place) return wrong('where?', 'row');
  const known = await find(tree.row, tree.place);
  if (known) return wrong('taken', 'row');
  return fine({ sort: tree.sort });
};
const send = (res, { status, body }) => res.status(status).json(body);
const passOn = (res, result) => { res.status(result.status); res.json(result.body); };

orchard.post('/promised', (req, res, next) => {
  plant(req.body).then((result) => res.status(result.status).json(result.body)).catch(next);
});
orchard.post('/apart', async (req, res) => {
  const { status, body } = await plant(req.body);
  res.status(status).json(body);
});
orchard.post('/helped', async (req, res) => { send(res, await plant(req.body)); });
orchard.post('/handed', async (req, res) => { passOn(res, await plant(req.body)); });

/** Told apart by a member. */
const prune = async ({ tree, by }) => {
  if (!tree) return { ok: false, error: 'no tree' };
  const found = await find(tree);
  return { ok: true, cut: { tree, by: by ?? 'nobody', found } };
};
orchard.put('/cuts', async (req, res) => {
  const result = await prune(req.body);
  if (!result.ok) return res.status(400).json({ error: result.error });
  res.json(result.cut);
});

/** One object for two refusals: which of them it was nobody knows. */
const NOTHING = { status: 404, body: { nothing: true } };
const harvest = async (query) => {
  if (!query.sort) return NOTHING;
  const found = await find(query.sort);
  if (!found) return NOTHING;
  await keep(query.sort);
  return { status: 200, body: { harvested: 3 } };
};
orchard.get('/harvest', async (req, res) => {
  const { status, body } = await harvest(req.query);
  res.status(status).json(body);
});
/** Results that send themselves. */
class Sent {
  constructor(code, body) { this.code = code; this.body = body; }
  to(res) { return res.status(this.code).json(this.body); }
}
const graft = async ({ stock }) => {
  if (!stock) return new Sent(409, { why: 'on which stock?' });
  return new Sent(202, { grafted: await find(stock) });
};
orchard.post('/grafts', async (req, res) => {
  const result = await graft(req.body);
  result.to(res);
});
orchard.listen(8097);
