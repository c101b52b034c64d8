import express from 'express';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool } from 'pg';
import * as schema from './tables';

const { bakers, loaves } = schema;
const db = drizzle(process.env.DATABASE_URL!, { schema });
const archive = drizzle(new Pool(), { schema });
const bakery = express();
bakery.use(express.json());

bakery.get('/loaves', async (_req, res) => { res.json(await db.select().from(loaves)); });
bakery.post('/loaves', async (req, res) => {
  const [loaf] = await db.insert(loaves).values({ title: req.body.title, crust: req.body.crust, bakerId: req.body.baker }).returning();
  res.status(201).json(loaf);
});
bakery.get('/loaves/:id', async (req, res) => {
  const loaf = await db.query.loaves.findFirst({ columns: { bakerId: false }, with: { baker: { columns: { name: true } } }, where: eq(loaves.id, Number(req.params.id)) });
  if (!loaf) return res.status(404).json({ error: 'no such loaf' });
  res.json(loaf);
});
bakery.patch('/loaves/:id', async (req, res) => {
  const changed = await db.update(loaves).set({ sliced: req.body.sliced }).where(eq(loaves.id, Number(req.params.id))).returning({ id: loaves.id });
  res.json({ changed });
});
bakery.delete('/loaves/:id', async (req, res) => {
  await db.delete(loaves).where(eq(loaves.id, Number(req.params.id)));
  res.sendStatus(204);
});
bakery.get('/bakers', async (_req, res) => { res.json(await db.query.bakers.findMany({ with: { loaves: true } })); });
bakery.get('/archive', async (_req, res) => { res.json(await archive.query.bakers.findFirst({ columns: { name: true }, with: { loaves: { columns: { title: true } } } })); });
bakery.get('/shifts', async (_req, res) => {
  res.json(await db.select({ baker: bakers.name, loaf: loaves.title }).from(bakers).innerJoin(loaves, eq(loaves.bakerId, bakers.id)));
});

bakery.listen(3000);
