import { Hono } from 'hono';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, serial, text, integer } from 'drizzle-orm/pg-core';
import { eq } from 'drizzle-orm';
const boats = pgTable('boats', { id: serial('id').primaryKey(), name: text('name').notNull() });
const db = drizzle('postgres://x');
const yard = new Hono();
yard.get('/a', async (c) => { const [found] = await db.select().from(boats).where(eq(boats.id, 1)); if (!found) return c.json({ no: 1 }, 404); return c.json(found); });
yard.get('/b', async (c) => { const rows = await db.select().from(boats).where(eq(boats.id, 1)); const found = rows[0]; if (!found) return c.json({ no: 1 }, 404); return c.json(found); });
yard.get('/c', async (c) => { const rows = await db.select().from(boats).where(eq(boats.id, 1)); if (rows.length === 0) return c.json({ no: 1 }, 404); return c.json(rows[0]); });
yard.get('/d', async (c) => { const [found] = await db.select({ id: boats.id }).from(boats).where(eq(boats.id, Number(c.req.param('id')))); if (!found) return c.notFound(); return c.json(found); });
yard.get('/e', async (c) => { const [found] = await db.select().from(boats); if (!found) throw new Error('x'); return c.json(found); });
class NotInYard extends Error { constructor(public readonly code: 404 | 409, m: string) { super(m); } }
yard.get('/f', async (c) => { if (c.req.query('x')) throw new NotInYard(404, 'm'); return c.json({ f: 1 }); });
yard.onError((error, c) => { if (error instanceof NotInYard) return c.json({ message: error.message }, error.code); return c.json({ m: 'b' }, 500); });
export default yard;
