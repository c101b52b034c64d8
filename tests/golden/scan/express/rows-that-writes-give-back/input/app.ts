import express from 'express';
import { eq } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/node-postgres';
import knex from 'knex';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

interface Harbour {
  boats: { id: number; name: string };
}
const boats = pgTable('boats', { id: integer('id').primaryKey(), name: text('name').notNull() });
const pool = new pg.Pool();
const orm = drizzle(pool);
const builder = knex({ client: 'pg' });
const typed = new Kysely<Harbour>({ dialect: new PostgresDialect({ pool }) });

const app = express();
app.use(express.json());

// What is changed or taken out was there or not; what is put in comes back.
app.put('/drizzle', async (req, res) => {
  const [boat] = await orm.update(boats).set({ name: req.body.name }).where(eq(boats.id, 1)).returning();
  if (!boat) return res.status(404).end();
  res.json(boat);
});
app.delete('/drizzle', async (req, res) => {
  const [gone] = await orm.delete(boats).where(eq(boats.id, 1)).returning({ id: boats.id });
  if (!gone) return res.status(404).end();
  res.json(gone);
});
app.post('/drizzle', async (req, res) => {
  const [boat] = await orm.insert(boats).values({ id: 1, name: req.body.name }).returning();
  if (!boat) return res.status(500).end();
  res.status(201).json(boat);
});
// Of what drivers answer nothing is known, whoever gives it on.
const same = <T>(given: T): T => given;
app.post('/drizzle/driver', async (_req, res) => {
  res.status(201).json(same(await orm.insert(boats).values({ id: 1, name: 'Gig' })));
});
app.put('/knex', async (req, res) => {
  const [boat] = await builder('boats').where({ id: 1 }).update({ name: req.body.name }).returning('*');
  if (!boat) return res.status(404).end();
  res.json({ name: boat.name });
});
app.post('/knex', async (req, res) => {
  const [boat] = await builder('boats').insert({ name: req.body.name }).returning(['id']);
  if (!boat) return res.status(500).end();
  res.status(201).json({ id: boat.id });
});
app.put('/kysely', async (req, res) => {
  const boat = await typed.updateTable('boats').set({ name: req.body.name }).where('id', '=', 1).returningAll().executeTakeFirst();
  if (!boat) return res.status(404).end();
  res.json(boat);
});
app.put('/sql', async (req, res) => {
  const { rows } = await pool.query('UPDATE boats SET name = $1 WHERE id = 1 RETURNING id, name', [req.body.name]);
  if (!rows[0]) return res.status(404).end();
  res.json(rows[0]);
});

app.listen(3000);
