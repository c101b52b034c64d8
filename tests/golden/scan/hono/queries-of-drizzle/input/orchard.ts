import { serve } from '@hono/node-server';
import { avg, count, eq, max, sql, sum } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { union, withReplicas } from 'drizzle-orm/pg-core';
import { Hono } from 'hono';
import * as tables from './tables';
import { oldTrees, parents, plots, trees, yields } from './tables';

const db = withReplicas(drizzle(process.env.PRIMARY, { schema: tables }), [drizzle(process.env.REPLICA, { schema: tables })]);
const app = new Hono();

app.get('/plots', async (c) => c.json(await db.select().from(plots)));
// Without a plot its columns are null, a record of them and the whole row as well.
app.get('/trees', async (c) =>
  c.json(
    await db
      .select({ id: trees.id, plotName: plots.name, plot: { id: plots.id, soil: plots.soil }, whole: plots, mixed: { sort: trees.sort, soil: plots.soil } })
      .from(trees)
      .leftJoin(plots, eq(plots.id, trees.plotId)),
  ),
);
app.get('/inner', async (c) => c.json(await db.select({ plotName: plots.name }).from(trees).innerJoin(plots, eq(plots.id, trees.plotId))));
// Each plot, with or without a tree.
app.get('/right', async (c) => c.json(await db.select({ sort: trees.sort, plotName: plots.name }).from(trees).rightJoin(plots, eq(plots.id, trees.plotId))));
// One table under two names.
app.get('/families', async (c) => c.json(await db.select().from(trees).leftJoin(parents, eq(parents.id, trees.parentId))));
app.get('/figures', async (c) => {
  const [figures] = await db
    .select({
      heads: count(),
      highest: max(trees.height),
      mean: avg(trees.height),
      total: sum(trees.height),
      years: sql<number>`extract(year from age(min(${trees.planted})))`,
      told: sql`count(*)`.mapWith(Number),
      raw: sql`now()`,
    })
    .from(trees);
  return c.json(figures);
});
// A query in the place of a table, by name and with `with`.
app.get('/counted', async (c) => {
  const counted = db.select({ plotId: trees.plotId, heads: count().as('heads') }).from(trees).groupBy(trees.plotId).as('counted');
  return c.json(await db.select({ name: plots.name, heads: counted.heads }).from(plots).leftJoin(counted, eq(counted.plotId, plots.id)));
});
app.get('/tall', async (c) => {
  const tall = db.$with('tall').as(db.select({ id: trees.id, sort: trees.sort }).from(trees));
  return c.json(await db.with(tall).select().from(tall));
});
app.get('/old', async (c) => c.json(await db.select().from(oldTrees)));
app.get('/yields', async (c) => c.json(await db.select().from(yields)));
app.get('/sorts', async (c) => c.json(await db.selectDistinctOn([trees.sort], { sort: trees.sort, id: trees.id }).from(trees).someday()));
app.get('/all', async (c) => c.json(await union(db.select({ id: trees.id }).from(trees), db.select({ id: plots.id }).from(plots))));
app.get('/both', async (c) => {
  const [listed, heads] = await db.batch([db.select({ id: plots.id }).from(plots), db.select({ heads: count() }).from(trees)]);
  return c.json({ listed, heads });
});
app.get('/queried', async (c) => c.json(await db.query.plots.findMany({ columns: { name: true }, extras: { upper: sql<string>`upper(name)`.as('upper') } })));

serve(app);
