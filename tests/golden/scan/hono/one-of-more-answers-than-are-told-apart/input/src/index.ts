import { Hono } from 'hono';

type Env = { SCALE_URL: string; SCALE_KEY: string; YARD: string };
const app = new Hono<{ Bindings: Env }>();

async function printTicket(env: Env, text: string) {
  if (!env.SCALE_URL) throw new Error('No scale');
  if (!env.SCALE_KEY) throw new Error('No key');
  if (!text) throw new Error('Nothing to print');
  const printed = await fetch(`${env.SCALE_URL}/print`, { method: 'POST', body: text });
  if (!printed.ok) throw new Error(`The printer says ${await printed.text()}`);
  return await printed.arrayBuffer();
}

// Nine answers: eight that a context makes and one of the web.
app.get('/tickets', async (c) => {
  try {
    const lorry = c.req.query('lorry');
    if (!lorry) return c.json({ message: 'Which lorry?' }, 400);
    if (!c.env.YARD) return c.json({ message: 'No yard' }, 503);
    const weighed = await fetch(`${c.env.SCALE_URL}/lorries/${lorry}`);
    if (!weighed.ok) return c.json({ message: 'Not weighed', seen: weighed.status }, 404);
    const ticket = await printTicket(c.env, await weighed.text());
    return new Response(ticket, { headers: { 'Content-Type': 'application/pdf' } });
  } catch (error: any) {
    return c.json({ message: error?.message || 'Failed' }, 500);
  }
});

// As many, and one that only another server knows.
app.get('/loads/:load', async (c) => {
  const load = c.req.param('load');
  if (load === 'sand') return c.json({ kind: 'a' });
  if (load === 'gravel') return c.json({ kind: 'b' });
  if (load === 'clay') return c.json({ kind: 'c' });
  if (load === 'loam') return c.json({ kind: 'd' });
  if (load === 'peat') return c.json({ kind: 'e' });
  if (load === 'chalk') return c.json({ kind: 'f' });
  if (load === 'slate') return c.json({ kind: 'g' });
  if (load === 'marl') return c.text('No more of that', 410);
  return fetch(`${c.env.SCALE_URL}/loads/${load}`);
});

// Eight and fewer are what they were.
app.get('/scales', async (c) => {
  if (!c.env.YARD) return c.json({ message: 'No yard' }, 503);
  return new Response('level', { headers: { 'Content-Type': 'text/plain' } });
});

export default app;
