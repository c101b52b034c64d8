import express, { type Request, type Response } from 'express';
import { z } from 'zod';

interface Egg {
  weight: number;
  spots?: string[];
}

const app = express();
app.use(express.json());

// A type says what should come in, not what does: each of these checks may find something else.
app.post('/eggs/list', (req, res) => {
  const eggs = req.body as Egg[];
  if (!Array.isArray(eggs)) return res.status(400).json({ message: 'no list' });
  res.json({ count: eggs.length });
});
app.post('/eggs/annotated', (req, res) => {
  const eggs: Egg[] = req.body.eggs;
  if (!eggs || !Array.isArray(eggs)) return res.status(400).json({ message: 'no list' });
  res.json({ first: eggs[0]?.weight });
});
app.post('/eggs/generic', (req: Request<object, object, { egg: Egg; nest: string }>, res: Response) => {
  const { egg, nest } = req.body;
  if (typeof nest !== 'string') return res.status(400).json({ message: 'a nest has a name' });
  if (typeof egg !== 'object' || egg === null) return res.status(422).json({ message: 'no egg' });
  res.json({ nest, weight: egg.weight });
});
app.post('/eggs/whole', (req, res) => {
  const egg = req.body as Egg;
  if (!egg) return res.status(400).json({ message: 'nothing' });
  if (!('weight' in egg)) return res.status(422).json({ message: 'no weight' });
  if (egg.spots === undefined) return res.status(409).json({ message: 'no spots' });
  res.json(egg.spots ? { spots: egg.spots.length } : { spots: 0 });
});

// What a schema has let in is what it says.
app.post('/eggs/checked', (req, res) => {
  const { eggs } = z.object({ eggs: z.array(z.object({ weight: z.number() })) }).parse(req.body);
  if (!Array.isArray(eggs)) return res.status(400).json({ message: 'no list' });
  res.json({ count: eggs.length });
});

// Parameters of a path are texts whatever anybody sends.
app.get('/eggs/:id', (req, res) => {
  const { id } = req.params as { id: string };
  if (typeof id !== 'string') return res.status(400).json({ message: 'no id' });
  res.json({ id });
});

app.listen(3000);
