import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';

const bridge = new Hono();

const vehicle = z.object({ plate: z.string().optional(), country: z.string().length(2).optional() });
const paid = z.discriminatedUnion('by', [
  z.object({ by: z.literal('coin'), amount: z.number().min(1) }),
  z.object({ by: z.literal('pass'), pass: z.uuid(), until: z.string().optional() }),
]);
/** Who crosses is looked at on the way, and need not be said. */
const known = async (c, next) => {
  const found = vehicle.safeParse(await c.req.json());
  if (found.success) c.set('plate', found.data.plate);
  await next();
};
const pays = async (c, next) => {
  const found = paid.safeParse(await c.req.json());
  if (!found.success) return c.json({ fault: 'how do you pay?' }, 400);
  await next();
};

bridge.post('/crossings', known, async (c) => {
  const found = paid.safeParse(await c.req.json());
  if (!found.success) return c.json({ fault: 'how do you pay?' }, 400);
  return c.json({ by: found.data.by }, 201);
});
bridge.post('/refunds', pays, async (c) => {
  const found = vehicle.safeParse(await c.req.json());
  if (!found.success) return c.json({ fault: 'which vehicle?' }, 400);
  return c.json({ plate: found.data.plate }, 201);
});

serve({ fetch: bridge.fetch, port: 3000 });
