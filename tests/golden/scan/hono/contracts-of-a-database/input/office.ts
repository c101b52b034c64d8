import { serve } from '@hono/node-server';
import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { csrf } from 'hono/csrf';
import { getCookie, setCookie, deleteCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { logger } from 'hono/logger';
import { secureHeaders } from 'hono/secure-headers';
import { bodyLimit } from 'hono/body-limit';
import { timeout } from 'hono/timeout';
import { stream, streamSSE } from 'hono/streaming';
import { validator } from 'hono/validator';
import { zValidator } from '@hono/zod-validator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, serial, text, integer, timestamp, boolean } from 'drizzle-orm/pg-core';
import { eq, and, desc } from 'drizzle-orm';
import { z } from 'zod';

const boats = pgTable('boats', { id: serial('id').primaryKey(), name: text('name').notNull(), seats: integer('seats'), ownerId: integer('owner_id').notNull(), afloat: boolean('afloat').default(true).notNull(), built: timestamp('built').defaultNow() });
const db = drizzle('postgres://x');
class OfficeError extends Error { constructor(public readonly code: 404 | 409, message: string) { super(message); } }
type Vars = { Variables: { sailor: { id: number; rank: 'mate' | 'captain' } } };

const session: MiddlewareHandler<Vars> = async (c, next) => {
  const id = getCookie(c, 'sailor_session');
  if (!id) throw new HTTPException(401, { message: 'log in first' });
  c.set('sailor', { id: Number(id), rank: 'mate' });
  await next();
};
const captain: MiddlewareHandler<Vars> = async (c, next) => {
  if (c.get('sailor').rank !== 'captain') return c.json({ error: 'captains only' }, 403);
  await next();
};
const boat = z.object({ name: z.string().trim().min(1).max(60), seats: z.number().int().min(1).max(400).optional() });
const check = <T extends z.ZodType>(schema: T) => zValidator('json', schema, (result, c) => { if (!result.success) return c.json({ problems: result.error.issues.map((issue) => issue.message) }, 422); });

const fleet = new Hono<Vars>()
  .use(session)
  .get('/', zValidator('query', z.object({ page: z.coerce.number().min(1).default(1), limit: z.coerce.number().max(100).default(20), afloat: z.enum(['yes', 'no']).optional() })), async (c) => {
    const { page, limit } = c.req.valid('query');
    const rows = await db.select().from(boats).orderBy(desc(boats.id)).limit(limit).offset((page - 1) * limit);
    return c.json({ boats: rows, page });
  })
  .post('/', check(boat), async (c) => {
    const [made] = await db.insert(boats).values({ ...c.req.valid('json'), ownerId: c.var.sailor.id }).returning();
    c.header('Location', `/fleet/${made.id}`);
    return c.json(made, 201);
  })
  .get('/:id{[0-9]+}', async (c) => {
    const [found] = await db.select().from(boats).where(eq(boats.id, Number(c.req.param('id'))));
    if (!found) throw new OfficeError(404, 'no such boat');
    return c.json(found);
  })
  .patch('/:id', check(boat.partial()), async (c) => {
    const [found] = await db.select({ id: boats.id, ownerId: boats.ownerId }).from(boats).where(and(eq(boats.id, Number(c.req.param('id'))), eq(boats.ownerId, c.var.sailor.id)));
    if (!found) return c.notFound();
    await db.update(boats).set(c.req.valid('json')).where(eq(boats.id, found.id));
    return c.body(null, 204);
  })
  .delete('/:id', captain, async (c) => { await db.delete(boats).where(eq(boats.id, Number(c.req.param('id')))); return c.body(null, 204); })
  .post('/:id/picture', bodyLimit({ maxSize: 1024 }), async (c) => {
    const form = await c.req.parseBody();
    const picture = form['picture'];
    if (!(picture instanceof File)) return c.json({ error: 'a picture' }, 400);
    return c.json({ size: picture.size, kind: picture.type, title: form['title'] });
  });

const office = new Hono().basePath('/api');
office.use(logger(), cors(), secureHeaders(), csrf());
office.use('/slow/*', timeout(5000));
office.route('/fleet', fleet);
office.post('/login', zValidator('form', z.object({ name: z.string(), secret: z.string().min(8) })), (c) => { setCookie(c, 'sailor_session', '7', { httpOnly: true }); return c.redirect('/api/fleet', 303); });
office.post('/logout', (c) => { deleteCookie(c, 'sailor_session'); return c.text('bye'); });
office.get('/events', (c) => streamSSE(c, async (s) => { await s.writeSSE({ data: 'x' }); }));
office.get('/raw', () => new Response('raw', { status: 203, headers: { 'content-type': 'text/plain' } }));
office.get('/json', () => Response.json({ ok: true }, { status: 202 }));
office.get('/html', (c) => c.html('<p>x</p>'));
office.get('/agent', (c) => { const agent = c.req.header('User-Agent'); const { verbose } = c.req.query(); return c.json({ agent, verbose, ids: c.req.queries('id') }); });
office.put('/echo', validator('json', (value, c) => { const parsed = boat.safeParse(value); if (!parsed.success) return c.text('Invalid!', 401); return parsed.data; }), (c) => c.json(c.req.valid('json')));
office.post('/any', async (c) => { const body = await c.req.json<{ a: string; b?: number }>(); if (!body.a) return c.json({ message: 'a is required' }, { status: 400 }); return c.json({ a: body.a }); });
office.onError((error, c) => {
  if (error instanceof HTTPException) return error.getResponse();
  if (error instanceof OfficeError) return c.json({ message: error.message }, error.code);
  return c.json({ message: 'broken' }, 500);
});
serve({ fetch: office.fetch, port: 8080 });
