import { Hono } from 'hono';
import { z } from 'zod';

const isYes = (text) => text === 'yes';
const settings = z
  .object({
    // What is not set the function does not see: these are undefined.
    MILL_WHEEL: z.string().transform(isYes).optional(),
    MILL_SAILS: z.string().transform(isYes).nullish(),
    MILL_STONES: z.string().transform((text) => text.split(',')).optional(),
    // This one it sees.
    MILL_SLUICE: z.string().optional().transform(isYes),
  })
  .parse(process.env);

const mill = new Hono();
if (settings.MILL_WHEEL ?? true) mill.get('/wheel', (c) => c.json({ turning: true }));
if (settings.MILL_SAILS === undefined) mill.get('/sails', (c) => c.json({ turning: false }));
if (!settings.MILL_STONES) mill.get('/stones', (c) => c.json([]));
if (settings.MILL_SLUICE === false) mill.get('/sluice', (c) => c.json({ open: false }));

const sack = z.object({ label: z.string().transform((text) => text.length).optional(), owner: z.string().transform((text) => [text]).nullable() });
mill.post('/sacks', async (c) => {
  const { label, owner } = sack.parse(await c.req.json());
  return c.json({ label, owner }, 201);
});

export default mill;
