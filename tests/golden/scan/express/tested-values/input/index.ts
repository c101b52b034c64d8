import express from 'express';

interface Mould {
  size: number;
}

/** Finds a mould or nothing. */
function mouldOf(id: string): Mould | null {
  return id.length > 3 ? null : { size: 4 };
}

const foundry = express();

// Nothing is left of the null behind the refusal.
foundry.get('/moulds/:id', (req, res) => {
  const mould = mouldOf(req.params.id);
  if (!mould) return res.status(404).end();
  res.json({ mould });
});

// Two that are asked at once.
foundry.get('/casts', (req, res) => {
  const first = mouldOf(String(req.query.first));
  const second = mouldOf(String(req.query.second));
  if (!first || !second) return res.status(409).json({ first, second });
  res.json({ first, second });
});

// A member.
foundry.get('/furnaces/:id', (req, res) => {
  const furnace = { mould: mouldOf(req.params.id), heat: 900 };
  if (furnace.mould) return res.json(furnace);
  res.status(409).json(furnace);
});

// What was asked is not what is there afterwards: the condition sets it.
foundry.get('/queue', (req, res) => {
  let next = mouldOf(String(req.query.first));
  if (next && (next = mouldOf(String(req.query.second)))) return res.json({ next });
  res.status(202).json({ next });
});
foundry.get('/last', (req, res) => {
  let last = mouldOf(String(req.query.first));
  if (last && (last = null) === null) return res.status(204).end();
  res.json({ last });
});
foundry.get('/spare', (req, res) => {
  let spare = mouldOf(String(req.query.first));
  const take = () => {
    const taken = spare;
    spare = null;
    return taken;
  };
  if (spare && take()) return res.status(201).json({ spare });
  res.json({ spare });
});

foundry.listen(3000);
