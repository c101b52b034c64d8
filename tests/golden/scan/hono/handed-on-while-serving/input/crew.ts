import { Hono } from 'hono';

export const crew = new Hono().basePath('/crew');
crew.get('/watches', (c) => c.json([]));
crew.delete('/watches/:watch', (c) => c.body(null, 204));
