import express, { type Request, type Response } from 'express';
import { Length, validate } from 'class-validator';

/** A whole record, as it is kept: who calls with a part of it says nothing of the rest. */
interface Horseshoe {
  id: number;
  owner: string;
  hoof: 'front' | 'hind';
  forgedAt: Date;
}

class Order {
  @Length(2, 40) horse!: string;
  nails?: number;
}

// Only what is taken is said of the request.
const weigh = async ({ owner, hoof }: Horseshoe): Promise<number> => owner.length + (hoof === 'front' ? 1 : 2);
// With the rest all of it is.
const keep = async ({ owner, ...others }: Pick<Horseshoe, 'owner' | 'hoof'>): Promise<string> => owner + JSON.stringify(others);

const smithy = express();
smithy.use(express.json());
smithy.post('/shoes', async (request: Request, response: Response) => { response.status(201).json({ weight: await weigh(request.body) }); });
smithy.put('/shoes', async (request: Request, response: Response) => { response.json({ kept: await keep(request.body) }); });
// So it is where a variable is taken apart.
smithy.patch('/shoes/:id/hoof', (request: Request, response: Response) => {
  const { hoof } = request.body as Horseshoe;
  response.json({ hoof });
});
smithy.patch('/shoes/:id/owner', (request: Request, response: Response) => {
  const { owner: to }: Horseshoe = request.body;
  response.json({ to });
});
smithy.patch('/shoes/:id', (request: Request, response: Response) => {
  const { id, ...changes } = request.body as Pick<Horseshoe, 'id' | 'owner'>;
  response.json({ id, changes });
});
// A record of the program that a validation refuses: its members come from the request under names of their own.
smithy.post('/orders', async (request: Request, response: Response) => {
  const order = new Order();
  order.horse = request.body.for;
  order.nails = request.body.nails;
  const errors = await validate(order);
  if (errors.length > 0) return response.status(422).json({ errors });
  return response.status(201).json({ taken: true });
});
smithy.listen(4120);
