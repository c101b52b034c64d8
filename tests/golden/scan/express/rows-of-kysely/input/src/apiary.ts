import express from 'express';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { Pool } from 'pg';
import type { Apiary } from './tables.js';

class Missing extends Error { status = 404; }
const db = new Kysely<Apiary>({ dialect: new PostgresDialect({ pool: new Pool({}) }) });
const app = express();
app.use(express.json());

app.get('/hives', async (req, res) => {
  const base = db.selectFrom('hive').where('mood', '=', req.query.mood as 'calm');
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const hives = await base.select(['id', 'label as name', 'hive.queen']).orderBy('id').limit(20).execute();
  res.json({ hives, total });
});
app.get('/hives/:id', async (req, res) => {
  const hive = await db.selectFrom('hive').selectAll().where('id', '=', Number(req.params.id)).executeTakeFirst();
  if (!hive) return res.status(404).json({ error: 'no such hive' });
  res.json(hive);
});
app.get('/hives/:id/harvests', async (req, res) => {
  const hive = await db.selectFrom('hive as h').select((eb) => ['h.id', jsonArrayFrom(eb.selectFrom('harvest').select(['harvest.id', 'harvest.kilos']).whereRef('harvest.hive_id', '=', 'h.id')).as('harvests'), sql<string>`upper(h.label)`.as('loud')])
    .where('h.id', '=', Number(req.params.id)).executeTakeFirstOrThrow(() => new Missing('no hive'));
  res.json(hive);
});
app.post('/hives', async (req, res) => {
  const { label, mood, founded } = req.body;
  const hive = await db.insertInto('hive').values({ label, mood, founded, queen: null }).returningAll().executeTakeFirstOrThrow();
  res.status(201).json(hive);
});
app.patch('/harvests/:id', async (req, res) => {
  const rows = await db.updateTable('harvest').set({ kilos: req.body.kilos }).where('id', '=', req.params.id).returning(['id', 'kilos']).execute();
  if (rows.length === 0) return res.sendStatus(404);
  res.json(rows[0]);
});
app.get('/harvests', async (_req, res) => {
  res.json(await db.selectFrom('harvest').leftJoin('hive', 'hive.id', 'harvest.hive_id').select(['harvest.id', 'hive.label', 'mood']).execute());
});
// What a callback is given may be taken apart.
app.get('/idle-hives', async (req, res) => {
  const hives = await db.selectFrom('hive').where(({ not, exists, selectFrom }) => not(exists(selectFrom('harvest').selectAll().whereRef('harvest.hive_id', '=', 'hive.id'))))
    .select(({ ref, selectFrom }) => ['hive.id', ref('hive.label').as('called'), selectFrom('harvest').select('harvest.kilos').whereRef('harvest.hive_id', '=', 'hive.id').as('kilos')]).execute();
  res.json(hives);
});
// No type lists such a table.
app.get('/swarms', async (_req, res) => { res.json(await (db as any).selectFrom('swarm').selectAll().execute()); });
app.use((error: any, _req: express.Request, res: express.Response, _next: express.NextFunction) => { res.status(error.status ?? 500).json({ error: error.message }); });
app.listen(3000);
