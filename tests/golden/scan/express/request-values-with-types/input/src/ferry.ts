import express from 'express';
import { anything, book, rename, type NewBooking, type Passage } from './bookings';

const ferry = express();
ferry.use(express.json());

ferry.post('/annotated', (request, response) => { const booking: NewBooking = request.body; response.json({ seats: booking.seats }); });
ferry.post('/cast', (request, response) => { const passage = request.body as Passage; response.json(passage); });
ferry.post('/taken-apart', (request, response) => { const { passenger, seats }: NewBooking = request.body; response.json({ passenger, seats }); });
ferry.post('/handed-on', async (request, response) => { await book(request.body); response.sendStatus(201); });
ferry.post('/member', async (request, response) => { await book(request.body.booking); response.sendStatus(201); });
ferry.put('/rename/:id', (request, response) => { rename(request.params.id, { title: request.body.title }); response.sendStatus(204); });
ferry.get('/search', (request, response) => { const { from, to } = request.query as { from: string; to?: string }; response.json({ from, to }); });

// Types that say nothing are no evidence; what was made of a value says nothing of how it came in.
ferry.post('/anything', (request, response) => { anything(request.body); response.sendStatus(201); });
ferry.post('/made', (request, response) => { const size: number = Number(request.body.size); response.json({ size }); });
ferry.listen(1);
