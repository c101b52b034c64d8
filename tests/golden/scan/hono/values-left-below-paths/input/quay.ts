import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { zValidator } from '@hono/zod-validator';
import { drizzle } from 'drizzle-orm/d1';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';

const crates = sqliteTable('crates', { id: text('id').primaryKey(), weight: integer('weight').notNull(), label: text('label') });
const withStore = createMiddleware(async (c, next) => { c.set('store', drizzle(c.env.DB)); return next(); });
const paging = z.object({ page: z.string().default('1').transform((value) => { const number = parseInt(value); return Number.isNaN(number) ? 1 : number; }), label: z.string().optional() });

const harbour = new Hono()
  .get('/', async (c) => c.json(await c.get('store').select().from(crates)))
  .get('/pages', zValidator('query', paging), async (c) => { const { page, label } = c.req.valid('query'); return c.json({ page, label, crates: await c.get('store').select().from(crates) }); });

const quay = new Hono();
quay.use('*', cors());
quay.use('/docks/*', withStore);
quay.use('/:yard/sheds/*', async (c, next) => { c.set('shed', { roof: true }); await next(); });
quay.route('/docks/crates', harbour);
quay.get('/east/sheds/1', (c) => c.json(c.get('shed')));
// Nobody has left a store here.
quay.get('/open', async (c) => c.json({ store: c.get('store') }));
export default quay;
