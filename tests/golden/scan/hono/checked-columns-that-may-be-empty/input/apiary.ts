import { Hono } from 'hono';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';

const hives = sqliteTable('hives', { id: integer('id').primaryKey(), queen: text('queen'), note: text('note'), frames: integer('frames') });
const db = drizzle('apiary.db');
const apiary = new Hono();

// What passes is no null where the schema refuses it, and may be where it lets it through.
const hive = z.object({ id: z.number(), queen: z.string(), note: z.string().nullable(), frames: z.number().optional() });
apiary.get('/hives', async (c) => {
  const checked = z.array(hive).safeParse(await db.select().from(hives));
  if (!checked.success) return c.json({ wrong: true }, 500);
  return c.json(checked.data);
});
apiary.get('/hives/:id', async (c) => {
  const [found] = await db.select().from(hives).where(eq(hives.id, Number(c.req.param('id'))));
  if (!found) return c.notFound();
  return c.json({ hive: hive.parse(found), kept: found.queen });
});

export default apiary;
