import { Hono, type Context } from 'hono';

export const GET = (c: Context) => c.json({ crates: 3 });
export const PUT = (c: Context) => c.body(null, 204);

export const part = new Hono();
part.get('/crates', (c) => c.json([]));
