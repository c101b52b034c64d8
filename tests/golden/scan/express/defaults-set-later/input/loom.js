import express from 'express';

const loom = express();
loom.use(express.json());

// A variable that begins with what is taken where nothing is asked for.
loom.get('/threads', (request, response) => {
  let size = 20;
  if (request.query.size) size = parseInt(request.query.size, 10);
  const options = { skip: 0, colour: null };
  if (request.query.skip) options.skip = Number(request.query.skip);
  if (request.query.colour) options.colour = request.query.colour;
  response.json({ size, ...options });
});
// One that gets it behind the question.
loom.get('/knots', (request, response) => {
  let { page, order } = request.query;
  if (!page) page = 1;
  if (order === undefined) order = 'age';
  let rows = parseInt(request.query.rows, 10);
  if (isNaN(rows) || rows < 1) rows = 5;
  let width;
  if (request.query.width) width = +request.query.width;
  else width = 80;
  response.json({ page: Number(page), order, rows, width });
});
// One of those that there are.
const KINDS = ['linen', 'wool'];
const DYES = new Set(['madder', 'woad']);
loom.get('/cloths', (request, response) => {
  const kind = KINDS.includes(request.query.kind) ? request.query.kind : 'linen';
  const dye = DYES.has(request.query.dye) ? request.query.dye : 'woad';
  let weave = request.query.weave;
  if (!['plain', 'twill'].includes(weave)) weave = 'plain';
  response.json({ kind, dye, weave });
});
// Texts that numbers are made of.
loom.get('/ells', (request, response) => {
  const from = parseInt(String(request.query.from ?? '3'), 10);
  const to = parseInt((request.query.to || '9').toString(), 10);
  const by = Number(String(request.query.by));
  response.json({ from, to, by });
});
loom.post('/bolts', (request, response) => {
  const { name } = request.body;
  let { owner, sold } = request.body;
  if (typeof name !== 'string') return response.status(400).json({ message: 'name' });
  if (!owner) owner = 'house';
  if (sold === undefined) sold = false;
  response.status(201).json({ name, owner, sold });
});
// Lists.
loom.post('/rolls', (request, response) => {
  const { shades = [], marks } = request.body;
  let { ends } = request.body;
  if (!Array.isArray(ends)) ends = [];
  const notes = Array.isArray(request.body.notes) ? request.body.notes : [request.body.notes];
  response.status(201).json({ shades, marks: Array.isArray(marks) ? marks : [], ends, notes });
});
loom.put('/rolls', (request, response) => {
  const { ends } = request.body;
  if (!Array.isArray(ends) || ends.length === 0) return response.status(400).json({ message: 'ends' });
  for (const end of ends) if (!end.name) return response.status(422).json({ message: 'name' });
  response.json({ ends });
});
// Nothing of this is a default: it is no value of that kind, another parameter's, or made of both.
loom.get('/frames', (request, response) => {
  let isAsked = false;
  if (request.query.asked) isAsked = true;
  let letters = 0;
  if (request.query.word) letters = request.query.word.length;
  let left = 'none';
  if (request.query.right) left = request.query.left;
  let low = request.query.low;
  if (!low) low = request.query.high;
  response.json({ isAsked, letters, left, low });
});

loom.listen(3000);
