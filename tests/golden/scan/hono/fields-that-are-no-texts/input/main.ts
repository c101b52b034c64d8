import { Hono } from 'hono';

declare const bucket: { put(key: string, content: unknown): Promise<void> };
const app = new Hono();

// What is no text in a form is a file: whoever refuses texts takes one.
app.post('/portraits', async (c) => {
  const body = await c.req.parseBody();
  const portrait = body['portrait'];
  if (!portrait || typeof portrait === 'string') return c.json({ error: 'a file, please' }, 400);
  return c.json({ name: portrait.name, size: portrait.size });
});
app.post('/scans', async (c) => {
  const form = await c.req.formData();
  const scan = form.get('scan');
  if (scan === null || typeof scan === 'string') return c.json({ error: 'a file, please' }, 400);
  await bucket.put('scan', await scan.arrayBuffer());
  return c.json({ type: scan.type });
});
app.post('/covers', async (c) => {
  const { cover, title } = await c.req.parseBody();
  if (typeof title !== 'string') return c.json({ error: 'a title, please' }, 400);
  if (typeof cover !== 'string') {
    await bucket.put(title, cover);
    return c.json({ title, bytes: cover.size });
  }
  return c.json({ error: 'a file, please' }, 400);
});
app.post('/avatars', async (c) => {
  const form = await c.req.formData();
  const avatar = form.get('avatar');
  if (typeof avatar === 'string' || avatar === null) throw new Error('a file, please');
  await bucket.put('avatar', avatar as File);
  return c.json({ ok: true });
});

// Whoever refuses what is no text takes a text; and in JSON there are no files.
app.post('/captions', async (c) => {
  const form = await c.req.formData();
  const caption = form.get('caption');
  if (typeof caption !== 'string') return c.json({ error: 'a text, please' }, 400);
  return c.json({ caption });
});
app.post('/frames', async (c) => {
  const { frame } = await c.req.json();
  if (!frame || typeof frame === 'string') return c.json({ error: 'no text, please' }, 400);
  return c.json({ name: frame.name });
});
export default app;
