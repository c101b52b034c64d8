import { Hono, type Context } from 'hono';
import { serve } from '@hono/node-server';

const mill = new Hono();

// A log looks at whatever comes; how a body has to be sent the handler says.
mill.use('/logged/*', async (c, next) => {
  let seen = '';
  switch (c.req.header('content-type')) {
    case 'application/json':
      seen = JSON.stringify(await c.req.json());
      break;
    case 'multipart/form-data':
      seen = JSON.stringify(await c.req.parseBody());
      break;
    case 'application/x-www-form-urlencoded':
      seen = String((await c.req.formData()).get('grain'));
      break;
  }
  console.log(c.req.method, c.req.path, seen);
  await next();
});
mill.post('/logged/sacks', async (c) => {
  const { grain, weight } = await c.req.json<{ grain: string; weight: number }>();
  return c.json({ grain, weight }, 201);
});
mill.post('/logged/labels', async (c) => {
  const { text } = await c.req.parseBody();
  return c.json({ text: String(text) }, 201);
});

// Of a function that takes either, JSON is what is said.
const bodyOf = async (c: Context) => (c.req.header('content-type')?.includes('form') ? await c.req.parseBody() : await c.req.json());
mill.post('/flour', async (c) => {
  const body = await bodyOf(c);
  if (!body.kind) return c.json({ error: 'kind' }, 400);
  return c.json({ kind: body.kind }, 201);
});

// What is checked as a form is sent as one, though somebody looked for JSON first.
mill.use('/orders', async (c, next) => {
  await c.req.json().catch(() => null);
  await next();
});
mill.post('/orders', async (c) => {
  const form = await c.req.formData();
  return c.json({ sacks: String(form.get('sacks')) }, 201);
});

serve({ fetch: mill.fetch, port: 3000 });
