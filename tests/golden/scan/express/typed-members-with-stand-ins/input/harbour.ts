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

quay.listen(4500);
