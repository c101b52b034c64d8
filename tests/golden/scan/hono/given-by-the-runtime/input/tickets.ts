import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import { v4 } from 'uuid';

const app = new Hono();
const started = { run: crypto.randomUUID(), at: new Date(), key: Buffer.from('tickets').toString('hex') };
const tickets = [{ id: v4(), code: randomUUID(), seat: 'A1' }];

app.get('/started', (c) => c.json(started));
app.get('/tickets', (c) => c.json(tickets));
app.post('/tickets', async (c) => {
  const { seat } = await c.req.json<{ seat: string }>();
  const ticket = { id: globalThis.crypto.randomUUID(), code: crypto.randomUUID(), seat };
  tickets.push(ticket);
  return c.json({ ...ticket, took: performance.now(), label: btoa(seat), text: atob(ticket.code) }, 201);
});
app.post('/sealed', async (c) => {
  const bytes = Buffer.from(await c.req.text());
  return c.json({
    sealed: bytes.toString('base64'),
    joined: Buffer.concat([bytes]).toString('utf8'),
    size: Buffer.byteLength('x'),
    read: new TextDecoder().decode(bytes),
  });
});
// Nothing is known of these.
app.get('/unknown', async (c) =>
  c.json({
    hash: await crypto.subtle.digest('SHA-256', new TextEncoder().encode('x')),
    values: crypto.getRandomValues(new Uint8Array(4)),
    own: (crypto as any).somethingElse(),
    fetched: await fetch('https://tickets.example').then((answer) => answer.json()),
  }),
);

// What another server answers is a text where it is read as one.
app.get('/printed', async (c) => {
  const printed = await fetch('https://tickets.example/printed');
  if (!printed.ok) return c.json({ error: await printed.text().catch(() => '') }, 502);
  return c.json({ text: await printed.text(), all: await printed.json() });
});

serve(app);
