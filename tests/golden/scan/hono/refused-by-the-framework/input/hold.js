import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { csrf } from 'hono/csrf';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';

const hold = new Hono();

// Whoever only reads is refused by neither.
hold.use('/crates/*', csrf({ origin: 'https://hold.example' }), bodyLimit({ maxSize: 40 }));
hold.get('/crates/:crate', (c) => c.json({ heavy: true }));
hold.put('/crates/:crate', (c) => c.json({ stowed: true }));

// A function that is given answers.
hold.post('/barrels', bodyLimit({ maxSize: 40, onError: (c) => c.json({ error: 'too heavy' }, 413) }), (c) => c.body(null, 204));

const wait = (c) => new Promise((done) => setTimeout(done, c.req.query('slow') ? 150 : 0));
hold.get('/tides', timeout(50), async (c) => {
  await wait(c);
  return c.json({ tide: 'low' });
});
hold.get('/storms', timeout(50, new HTTPException(408, { message: 'gone' })), async (c) => {
  await wait(c);
  return c.json({ storm: false });
});

// The application's own handler answers what its middlewares refuse with.
const bilge = new Hono();
bilge.onError((error, c) => (error instanceof HTTPException ? c.json({ error: 'refused' }, error.status) : c.json({ error: 'broken' }, 500)));
bilge.use(bodyLimit({ maxSize: 40 }));
bilge.post('/pumps', (c) => c.json({ pumping: true }, 202));
hold.route('/bilge', bilge);

export default hold;
