import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Joi from 'joi';
import * as v from 'valibot';
import { z } from 'zod';
import * as cellar from 'cellar';

const Apple = z.object({ sort: z.string(), weight: z.number().int(), note: z.string().optional() });
const Crate = z.object({
  apples: z.array(Apple),
  count: z.number(),
  next: z.string().nullable(),
  best: Apple.nullable(),
  remark: z.any(),
  grade: z.enum(['a', 'b']),
  picked: z.coerce.date(),
});
const Fresh = z.object({ state: z.literal('fresh'), days: z.number() });
const Pressed = z.object({ state: z.literal('pressed'), bottles: z.array(z.string()) });
const Harvest = z.discriminatedUnion('state', [Fresh, Pressed]);

const app = new Hono();
app.onError((error, c) => c.json({ problem: error.message }, 500));

// What nobody knows of a record is what the schema says.
app.get('/apples/:id', async (c) => {
  const apple = await cellar.find(c.req.param('id'));
  return c.json(Apple.parse({ ...apple, sort: apple.sort }));
});
// Lists and records within it, and what the schema drops.
app.get('/crate', async (c) => {
  const rows = await cellar.all();
  return c.json(
    Crate.parse({
      apples: rows.map((row: any) => ({ ...row, weight: row.weight, secret: row.secret })),
      count: rows.length,
      next: rows.cursor ?? null,
      best: rows.best ? { sort: rows.best.sort, weight: 3 } : null,
      remark: rows.remark,
      grade: rows.grade,
      picked: rows.picked,
    }),
  );
});
app.get('/row', async (c) => c.json(z.array(Apple).parse([{ sort: (await cellar.all()).first, weight: 3, secret: 1 }])));
// It may fail, since a member is unknown; where all of them are known it does not.
app.get('/checked', async (c) => {
  const apple = await cellar.find('1');
  const answer = Apple.safeParse({ sort: apple.sort, weight: 1, note: apple.note });
  return answer.success ? c.json(answer.data) : c.json({ issues: 1 }, 502);
});
app.get('/known', (c) => {
  const answer = Apple.safeParse({ sort: 'boskoop', weight: 1 });
  return answer.success ? c.json(answer.data) : c.json({ issues: 1 }, 502);
});
// Of a union the one whose literal the record has; where nobody knows which, each of them.
app.get('/pressed', async (c) => c.json(Harvest.parse({ ...(await cellar.last()), state: 'pressed' })));
app.get('/either', async (c) => c.json(Harvest.parse({ ...(await cellar.last()) })));
// Other libraries.
app.get('/valibot', async (c) => c.json(v.parse(v.object({ sort: v.string(), weight: v.number() }), { ...(await cellar.last()), sort: 'x' })));
app.get('/joi', async (c) => {
  const last = await cellar.last();
  return c.json(Joi.object({ sort: Joi.string().required(), weight: Joi.number() }).validate({ sort: last.sort, weight: last.weight }).value);
});
// What is known stays, and what a schema says nothing of stays unknown.
app.get('/open', async (c) => c.json(z.object({ sort: z.string() }).passthrough().parse({ sort: 'x', other: (await cellar.last()).other, one: 1 })));
// A setting without a default is what the schema wants.
const settings = z.object({ PORT: z.coerce.number().default(3000), OWNER: z.string() }).parse(process.env);
app.get('/owner', (c) => c.json({ port: settings.PORT, owner: settings.OWNER }));

serve({ fetch: app.fetch, port: settings.PORT });
