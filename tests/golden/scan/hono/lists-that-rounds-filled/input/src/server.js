import { serve } from '@hono/node-server';
import { parse } from 'csv-parse';
import { Hono } from 'hono';

const app = new Hono();
const none = (c) => c.json({ error: 'no trees' }, 422);

// The first line says what the columns are; the rest may be none, or many.
app.post('/trees/pattern', async (c) => {
  const lines = [];
  for await (const line of parse(await c.req.text())) lines.push(line);
  const [head, ...trees] = lines;
  if (trees.length === 0) return none(c);
  return c.json({ columns: head.length, planted: trees.length }, 201);
});

app.post('/trees/slice', async (c) => {
  const lines = [];
  for (const line of parse(await c.req.text())) lines.push({ kind: String(line) });
  const trees = lines.slice(1);
  if (!trees.length) return none(c);
  return c.json({ trees }, 201);
});

app.post('/trees/shift', async (c) => {
  const lines = [];
  for (const line of parse(await c.req.text())) if (line.kind) lines.push({ kind: String(line.kind) });
  const head = lines.shift();
  if (lines.length === 0) return none(c);
  return c.json({ head, trees: lines }, 201);
});

app.post('/trees/splice', async (c) => {
  const lines = [];
  parse(await c.req.text()).eachRow((line) => {
    lines.push({ kind: String(line) });
  });
  const head = lines.splice(0, 1);
  if (lines.length < 1) return none(c);
  return c.json({ head, trees: lines.map((each) => each.kind) }, 201);
});

app.post('/trees/second', async (c) => {
  const lines = [];
  for (const line of parse(await c.req.text())) lines.push({ kind: String(line) });
  if (lines[1]) return c.json({ second: lines[1].kind });
  return none(c);
});

// Whoever listens is told of each of them.
app.post('/trees/listener', async (c) => {
  const text = await c.req.text();
  const lines = await new Promise((resolve, reject) => {
    const heard = [];
    parse(text)
      .on('data', (line) => heard.push({ kind: String(line) }))
      .on('error', reject)
      .on('end', () => resolve(heard));
  });
  const [, ...trees] = lines;
  if (trees.length === 0) return none(c);
  return c.json({ trees }, 201);
});

// What a condition adds, and no round, is one element at most: 409 never happens.
app.post('/trees/one', async (c) => {
  const found = [];
  if ((await c.req.text()) === 'pear') found.push('pear');
  const [, ...more] = found;
  if (more.length > 0) return c.json({ error: 'too many' }, 409);
  return c.json({ found });
});

serve(app);
