import express, { type Request, type Response, type NextFunction } from 'express';
import Joi from 'joi';
import { z } from 'zod';
import { Deck, PrismaClient, $Enums } from '@prisma/client';

const prisma = new PrismaClient();
const ferries = express();
ferries.use(express.json());

/** What comes back is a promise that nobody waits for here. */
async function find(id: number) { return prisma.cabin.findUnique({ where: { id } }); }
const findLater = async (id: number) => find(id);

class NotThere extends Error { constructor(readonly status: number) { super('not there'); } }
const caught = (work: (req: Request, res: Response) => Promise<unknown>) => (req: Request, res: Response, next: NextFunction) => { Promise.resolve(work(req, res)).catch((error) => next(error)); };

const cabin = Joi.object({ deck: Joi.string().valid(Deck.UPPER, Deck.LOWER).required() });
ferries.post('/cabins', (req, res) => {
  const { error, value } = cabin.validate(req.body);
  if (error) return res.status(400).json({ error: error.message });
  res.status(201).json(value);
});
const change = z.object({ deck: z.nativeEnum(Deck) });
ferries.put('/cabins/:id', caught(async (req, res) => {
  if (!(await findLater(Number(req.params.id)))) throw new NotThere(404);
  res.json(await prisma.cabin.update({ where: { id: Number(req.params.id) }, data: change.parse(req.body) }));
}));
ferries.get('/cabins/:id', caught(async (req, res) => {
  const found = await find(Number(req.params.id));
  if (!found) throw new NotThere(404);
  res.json(found);
}));
// The types that are tested by hand.
ferries.post('/moves', (req, res) => {
  const { deck, open, cabins } = req.body;
  if (typeof open !== 'boolean' || !Array.isArray(cabins)) return res.status(400).json({ error: 'types' });
  if (!Object.values($Enums.Deck).includes(deck)) return res.status(400).json({ error: 'deck' });
  res.sendStatus(202);
});
ferries.use((error: any, req: Request, res: Response, next: NextFunction) => { res.status(error.status || 500).json({ error: error.message }); });
ferries.listen(3000);
