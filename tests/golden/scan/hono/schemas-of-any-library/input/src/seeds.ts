import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Joi from 'joi';
import * as v from 'valibot';
import * as yup from 'yup';
import { z } from 'zod';
import { checked, demand, Unfit } from './check.js';

const seeds = new Hono();

seeds.post('/zod', async (c) => {
  const { ok, ...result } = checked(z.object({ name: z.string().min(2), grams: z.number().int().optional() }), await c.req.json());
  if (!ok) return c.json({ wrong: 'not a seed' }, 400);
  return c.json(result, 201);
});
const Seed = v.object({ name: v.pipe(v.string(), v.maxLength(20)), sown: v.optional(v.boolean()) });
seeds.post('/valibot', async (c) => {
  const outcome = checked(Seed, await c.req.json());
  if (!outcome.ok) return c.json({ wrong: outcome.error.message }, 422);
  return c.json({ named: outcome.value.name });
});
seeds.put('/yup', async (c) => {
  const seed = await demand(yup.object({ name: yup.string().required(), rows: yup.number() }), await c.req.json());
  return c.json({ rows: seed.rows ?? 1 });
});
seeds.put('/joi', async (c) => {
  const seed = await demand(Joi.object({ name: Joi.string().required(), deep: Joi.number().min(1) }), await c.req.json());
  return c.json({ seed });
});
// Of settings of the program the schema is passed where the program runs; nobody sends them.
const settings = checked(z.object({ PORT: z.coerce.number().default(3000) }), { PORT: '4000' });
if (!settings.ok) throw settings.error;
seeds.get('/settings', (c) => c.json({ port: settings.value.PORT }));

seeds.onError((error, c) => (error instanceof Unfit ? c.json({ issues: error.issues.length }, 400) : c.json({ wrong: 'unknown' }, 500)));
serve({ fetch: seeds.fetch, port: settings.value.PORT });
