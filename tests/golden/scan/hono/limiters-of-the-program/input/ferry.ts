// Limits of the program's own: names or values say what a window counts.
import { Hono } from 'hono';
import { rateLimit } from './limits.ts';

const app = new Hono();

app.post('/tickets', rateLimit({ scope: 'tickets', maxAttempts: 5, windowSeconds: 15 * 60 }), (c) => c.json({ sold: true }, 201));
app.post('/cabins', rateLimit({ maxRequests: 20, windowMinutes: 2 }), (c) => c.json({ booked: true }, 201));
app.get('/tides', rateLimit({ max: 60, windowMs: 60_000 }), (c) => c.json({ tide: 'low' }));
app.get('/decks', rateLimit({ limit: 30, window: '500ms' }), (c) => c.json({ decks: 3 }));
app.get('/crew', rateLimit({ limit: 30, window: '10 mins' }), (c) => c.json({ crew: 9 }));
app.get('/cargo', rateLimit({ requests: 8, ttl_in_hours: 1 }), (c) => c.json({ tons: 40 }));
// A bare number counts nobody knows what.
app.get('/fog', rateLimit({ requests: 100, window: 60 }), (c) => c.json({ fog: false }));
app.get('/buoys', rateLimit({ scope: 'buoys' }), (c) => c.json({ buoys: 12 }));

export default app;
