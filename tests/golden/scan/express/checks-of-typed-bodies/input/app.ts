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

// Nor does a type say which members come: a refusal of one that it names is for those who send it.
const KNOWN = ['weight', 'spots'];
const known = (key: string): boolean => KNOWN.findIndex((each) => each === key) !== -1;
app.patch('/eggs/keys', (req, res) => {
  const change: Partial<Egg & { id: string }> = req.body;
  Object.keys(change).forEach((key) => {
    if (!known(key)) throw new Error(`unknown: ${key}`);
  });
  res.json({ changed: true });
});
app.patch('/eggs/loop', (req, res) => {
  const change = req.body as Egg & { id: string };
  for (const key in change) if (key === 'id') return res.status(400).json({ message: 'an egg keeps its id' });
  res.json({ changed: true });
});
app.patch('/eggs/every', (req, res) => {
  const change = req.body as Egg & { id: string };
  if (!Object.keys(change).every((key) => KNOWN.includes(key))) return res.status(422).json({ message: 'unknown' });
  if (Object.keys(change).length === 0) return res.status(400).json({ message: 'nothing' });
  res.json({ changed: true });
});

// What is of two types at once: lists are lists, of what both say of their elements; records have the members of both.
interface Clutch {
  eggs: Egg[];
  nests: string[];
  named: string[];
  pair: [Egg, Egg];
  of: { bird: string };
}
app.put('/clutches/:id', (req, res) => {
  const clutch = req.body as Clutch & { eggs: { id: string }[]; nests: number[]; named: { readonly kind: 'names' }; pair: { full: true }; of: { year: number } };
  res.json({ kept: clutch });
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
