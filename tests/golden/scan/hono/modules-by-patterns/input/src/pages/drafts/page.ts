import { Hono, type Context } from 'hono';

export const DELETE = (c: Context) => c.body(null, 204);

export const part = new Hono(); //~ core/unmounted-router
part.get('/never', (c) => c.json([]));
