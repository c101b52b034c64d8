// Without an `onError` the framework answers 500 with a text to whatever is thrown and has no response of its own: of a handler, a middleware, a described route.
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';

class Leak extends Error {}

const boats = new Hono();
boats.use('/guarded', async (c, next) => {
  if (!c.req.header('x-crew')) throw new Error('no crew');
  await next();
});
boats.get('/guarded', (c) => c.json({ crew: true }));
boats.get('/plain', (c) => {
  if (!c.req.query('mast')) throw new Leak('water');
  return c.json({ mast: true });
});
boats.get('/stated', (c) => {
  if (!c.req.query('mast')) throw new HTTPException(418, { message: 'teapot' });
  return c.json({ mast: true });
});

const yachts = new Hono();
yachts.onError((error, c) => c.json({ said: error.message }, 503));
yachts.get('/plain', (c) => {
  if (!c.req.query('mast')) throw new Leak('water');
  return c.json({ mast: true });
});
boats.route('/yachts', yachts);

import { setupHonoErrorHandler } from '@sentry/bun';
setupHonoErrorHandler(boats);
export default boats;
