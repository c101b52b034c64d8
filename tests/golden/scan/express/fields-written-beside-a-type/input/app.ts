import express, { type NextFunction, type Request, type Response } from 'express';
import { Schema, model } from 'mongoose';
import { z } from 'zod';

const Basket = model('Basket', new Schema({ owner: String, apples: Number, pears: Number, plums: Number }));

// One type for every function of the program, which says less than they read.
type KnownRequest = Request & { body: { owner: string }; basket?: any };

const app = express();
app.use(express.json());

const ofOwner = async (req: KnownRequest, res: Response, next: NextFunction) => {
  req.basket = await Basket.findOne({ owner: req.params.owner });
  if (!req.basket) return res.status(404).json({ message: 'no basket' });
  next();
};

// Written into a document that a function in front has found.
app.put('/baskets/:owner', ofOwner, async (req: KnownRequest, res: Response) => {
  req.basket.apples = req.body.apples;
  await req.basket.save();
  res.json({ message: 'kept' });
});

// Written into a new one, named each.
app.post('/baskets', async (req: KnownRequest, res: Response) => {
  const { pears } = req.body as any;
  res.status(201).json(await Basket.create({ owner: req.body.owner, pears }));
});

// Written as a whole: the columns add nothing to what the type says.
app.post('/baskets/whole', async (req: KnownRequest, res: Response) => {
  res.status(201).json(await Basket.create(req.body));
});

// A check that the program makes leaves the body as it came.
app.post('/baskets/checked', async (req: Request, res: Response) => {
  const checked = z.object({ owner: z.string() }).safeParse(req.body);
  if (!checked.success) return res.status(400).json({ message: 'no owner' });
  res.status(201).json(await Basket.create({ ...checked.data, plums: req.body.plums }));
});

app.listen(3000);
