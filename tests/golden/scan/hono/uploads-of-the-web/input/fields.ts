import { Hono } from 'hono';
import { develop, keep } from './chemistry';

interface Negative {
  roll: File;
  note?: string;
}

export const fields = new Hono();

// Asked by its class, and refused otherwise.
fields.post('/asked', async (c) => {
  const body = await c.req.parseBody();
  const print = body['print'];
  if (!(print instanceof File)) return c.json({ error: 'a print, please' }, 400);
  return c.json({ name: print.name, size: print.size });
});

// One thing or the other: where it is asked for it may be one.
fields.post('/either', async (c) => {
  const { scan } = await c.req.parseBody();
  if (scan instanceof Blob) await keep(scan);
  return c.json({ kept: true });
});

fields.post('/cast', async (c) => {
  const form = await c.req.formData();
  const film = form.get('film') as File | null;
  if (!film) return c.text('no film', 422);
  await develop(await film.arrayBuffer());
  return c.json({ developed: film.name });
});

fields.post('/many', async (c) => {
  const form = await c.req.formData();
  const frames = form.getAll('frames') as File[];
  for (const frame of frames) await keep(frame);
  return c.json({ frames: frames.length });
});

fields.post('/stated', async (c) => {
  const { roll, note } = await c.req.parseBody<Negative>();
  await keep(roll);
  return c.json({ note });
});

// A text is no file.
fields.post('/texts', async (c) => {
  const { caption } = await c.req.parseBody<{ caption: string }>();
  return c.json({ caption });
});
