import express from 'express';

const kiln = express();
kiln.use(express.json());
kiln.post('/pots', (req, res) => {
  const { clay, heat, glaze } = req.body;
  if (!!clay && !!heat) return res.json({ clay, heat, glaze });
  res.status(400).json({ missing: true });
});
kiln.post('/tiles', (req, res) => {
  const { clay, heat, glaze } = req.body;
  if (!(clay && heat)) return res.status(400).json({ missing: true });
  res.json({ clay, heat, glaze });
});
kiln.post('/bricks', (req, res) => {
  if (!Boolean(req.body.clay)) return res.status(400).json({ missing: true });
  res.json({ clay: req.body.clay });
});
// One of the two is enough.
kiln.post('/cups', (req, res) => {
  const { clay, china } = req.body;
  if (!(clay || china)) return res.status(400).json({ missing: true });
  res.json({ of: clay ?? china });
});
// How long a list is is no field of it.
kiln.post('/batches', (req, res) => {
  const made = [];
  for (let index = 0; index < req.body.length; index++) made.push(req.body[index].name);
  res.json({ count: req.body.length, made });
});
// Of what is no list it may be one.
kiln.post('/bars', (req, res) => { res.json({ metres: Number(req.body.length) }); });
kiln.listen(8089);
