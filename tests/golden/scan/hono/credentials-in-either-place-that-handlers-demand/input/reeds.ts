// Who lets everybody pass and looks for the token in a header or a cookie: a handler that serves nobody without a login demands either. What is measured is what is measured.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { endTime, startTime, timing, wrapTime } from 'hono/timing';

declare const readers: { byToken(token: string): Promise<{ id: number; keeper: boolean } | undefined>; byKey(key: string): Promise<{ id: number } | undefined> };
declare const reeds: { save(reed: object): Promise<void> };

const measured = async <Given>(c: any, name: string, task: () => Given | Promise<Given>): Promise<Given> =>
  wrapTime(c, name, Promise.resolve(task()));

const looked = createMiddleware(async (c, next) => {
  await measured(c, 'reader', async () => {
    const header = c.req.header('authorization');
    const token = header?.startsWith('Bearer ') ? header.substring(7) : getCookie(c, 'reader_token');
    if (!token) return;
    const reader = await measured(c, 'look-up', () => readers.byToken(token));
    if (reader) {
      c.set('reader', reader.id);
      c.set('keeper', reader.keeper);
    }
  });
  await next();
});

const oneOf = createMiddleware(async (c, next) => {
  const token = c.req.header('authorization') || getCookie(c, 'reader_token');
  c.set('user', token ? await readers.byToken(token) : null);
  await next();
});

const keyed = createMiddleware(async (c, next) => {
  const key = c.req.header('x-api-key');
  if (key) c.set('user', await readers.byKey(key));
  await next();
});

const branches = createMiddleware(async (c, next) => {
  const token = c.req.header('x-branch');
  if (token) c.set('branch', await readers.byKey(token));
  await next();
});

const app = new Hono();
app.use(timing());

const shelf = new Hono();
shelf.use(looked);
shelf.get('/', (c) => c.json({ reeds: 12 }));
shelf.get('/mine', (c) => {
  const reader = c.get('reader');
  if (reader === undefined) return c.json({ why: 'nobody' }, 401);
  return c.json({ reader });
});
shelf.post('/', async (c) => {
  if (!c.get('keeper')) return c.text('keepers only', 403);
  startTime(c, 'body');
  const { length, colour } = await wrapTime(c, 'body', c.req.json(), 'what comes in');
  endTime(c, 'body');
  if (!length) return c.text('how long', 400);
  await reeds.save({ length, colour });
  return c.json({ saved: true }, 201);
});
// Who is known gets more.
shelf.get('/greeting', (c) => c.json({ hello: c.get('reader') ?? 'you' }));
app.route('/shelf', shelf);

const desk = new Hono();
desk.use(oneOf);
desk.get('/loans', (c) => {
  if (!c.get('user')) return c.json({ why: 'nobody' }, 401);
  return c.json({ loans: 1 });
});
desk.get('/hours', (c) => c.json({ from: 9 }));
app.route('/desk', desk);

// Two of which each leaves whom it knows under one name: either will do.
const both = new Hono();
both.use(oneOf, keyed);
both.get('/loans', (c) => {
  if (!c.get('user')) return c.json({ why: 'nobody' }, 401);
  return c.json({ loans: 1 });
});
app.route('/both', both);

// The other one leaves something else, which is no login: who demands that demands none.
const apart = new Hono();
apart.use(oneOf, branches);
apart.get('/loans', (c) => {
  if (!c.get('user')) return c.json({ why: 'nobody' }, 401);
  return c.json({ loans: 1, branch: c.get('branch') });
});
apart.get('/books', (c) => {
  if (!c.get('branch')) return c.json({ why: 'which branch' }, 401);
  return c.json({ books: 1 });
});
app.route('/apart', apart);

serve(app);
