import { serve } from '@hono/node-server';
import { PrismaClient } from '@prisma/client';
import { drizzle } from 'drizzle-orm/d1';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { Hono } from 'hono';
import { Kysely, SqliteDialect } from 'kysely';

interface Tables {
  ferries: { id: number; name: string; built: number | null };
}
const ports = sqliteTable('ports', { id: integer('id').primaryKey(), city: text('city').notNull() });

// The settings of a worker come with its requests: the first one opens the database, all others find it there.
let kysely: Kysely<Tables>;
const ferriesOf = (env: { DB: never }): Kysely<Tables> => {
  kysely = kysely || new Kysely<Tables>({ dialect: new SqliteDialect({ database: env.DB }) });
  return kysely;
};
let orm: ReturnType<typeof drizzle> | null = null;
const portsOf = (env: { DB: never }) => (orm ??= drizzle(env.DB));
class Captains {
  private static client: PrismaClient;
  static of(env: { URL: string }): PrismaClient {
    if (!Captains.client) Captains.client = new PrismaClient({ datasourceUrl: env.URL });
    return Captains.client;
  }
}

const desk = new Hono<{ Bindings: { DB: never; URL: string } }>();

desk.get('/ferries', async (c) => {
  const ferries = await ferriesOf(c.env).selectFrom('ferries').selectAll().execute();
  return c.json(ferries.map((ferry) => ({ name: ferry.name, built: ferry.built })));
});
desk.get('/ferries/:id', async (c) => {
  const ferry = await ferriesOf(c.env).selectFrom('ferries').selectAll().where('id', '=', 1).executeTakeFirst();
  if (!ferry) return c.json({ error: 'no such ferry' }, 404);
  return c.json({ called: ferry.name });
});
desk.get('/ports', async (c) => {
  const all = await portsOf(c.env).select().from(ports);
  return c.json(all.map((port) => ({ in: port.city })));
});
desk.get('/captains', async (c) => {
  const captains = await Captains.of(c.env).captain.findMany();
  return c.json(captains.map((captain) => ({ name: captain.name, crossed: captain.crossed })));
});

// What a request has said before is of that request.
let last: { said: string } | null = null;
desk.post('/said', async (c) => {
  const before = last;
  last = { said: await c.req.text() };
  return c.json({ before });
});

serve(desk);
