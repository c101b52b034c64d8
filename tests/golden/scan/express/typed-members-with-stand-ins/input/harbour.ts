import express, { Request, Response } from 'express';
import { z } from 'zod';

interface Crossings {
  limit: string;
  offset: string;
  order: 'asc' | 'desc';
  from: string;
}
interface Booking {
  name: string;
  seats: number;
  berth: { deck: number; side: string };
}

const quay = express();
quay.use(express.json());

// A type is not run: what the code puts in for a missing value is.
quay.get('/crossings', (req: Request<{}, {}, {}, Crossings>, res: Response) => {
  const limit = Number(req.query.limit || '50');
  const { offset = '0', from } = req.query;
  res.json({ limit, offset, order: req.query.order ?? 'desc', from });
});

quay.post('/bookings', (req: Request, res: Response) => {
  const booking: Booking = req.body;
  res.status(201).json({ name: booking.name, seats: booking.seats || 1, deck: booking.berth.deck ?? 2, side: booking.berth.side });
});

// What a validator demands is demanded, whatever the code does behind it.
const Ticket = z.object({ code: z.string(), zone: z.string().default('A') });
quay.post('/tickets', (req: Request, res: Response) => {
  const ticket = Ticket.parse(req.body);
  res.json({ code: ticket.code || 'none', zone: ticket.zone });
});

// Nor does it say that something comes of which the code asks whether it does, and goes on without it.
interface Search {
  word: string;
  from: string;
  berths: string;
  page: string;
}
quay.get('/ships', (req: Request, res: Response) => {
  const { word, from, berths, page } = req.query as unknown as Search;
  const filter: Record<string, unknown> = from ? { from } : {};
  if (word) filter.word = word;
  res.json({ ...filter, ...(berths !== undefined && { berths: Number(berths) }), page });
});

interface Repair {
  ship: string;
  work: string;
  due: string;
  crew: string;
  price: number;
}
const repaired = (repair: Repair) => {
  const made: Record<string, unknown> = { ship: repair.ship, work: repair.work, crew: repair.crew ?? null };
  if (repair.due) made.due = new Date(repair.due);
  if (!made.work) throw new Error('Nothing to do');
  return made;
};
quay.post('/repairs', (req: Request<{}, {}, Repair>, res: Response) => {
  if (!req.body.price) return res.status(400).json({ error: 'At what price?' });
  res.status(201).json(repaired(req.body));
});

// Who asks it of everything asks for nothing.
const tidied = (value: unknown) => (value ? String(value).trim() : value);
quay.put('/repairs/:id', (req: Request<{ id: string }, {}, { work: string; crew: string }>, res: Response) => {
  const { work, crew } = req.body;
  res.json({ id: req.params.id, work: tidied(work), crew: tidied(crew) });
});

quay.listen(4500);
