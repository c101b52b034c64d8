import { Hono } from 'hono';

export const red = new Hono();
red.get('/', (c) => c.json({ flashes: 3 }));
