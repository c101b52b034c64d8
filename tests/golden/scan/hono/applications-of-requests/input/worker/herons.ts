import { Hono } from 'hono';

export const herons = new Hono();
herons.get('/', (c) => c.json([]));
herons.post('/:ring/sightings', (c) => c.json({ ring: c.req.param('ring') }, 201));
