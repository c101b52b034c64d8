import { drizzle } from 'drizzle-orm/node-postgres';
import { eq } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';

const visits = pgTable('visits', {
  id: text('id').primaryKey(),
  guest: text('guest').notNull(),
  status: text('status').notNull(),
  stars: integer('stars'),
});

const db = drizzle(process.env.DATABASE_URL!);

export async function findVisit(id: string) {
  const rows = await db.select().from(visits).where(eq(visits.id, id)).limit(1);
  return rows[0] ?? null;
}

export async function rateVisit(id: string, stars: number) {
  const [visit] = await db.update(visits).set({ stars }).where(eq(visits.id, id)).returning();
  return visit;
}
