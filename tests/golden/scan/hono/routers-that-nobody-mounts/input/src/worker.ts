import { Hono } from 'hono';

// Another platform starts this one.
const night = new Hono();

night.get('/night', (c) => c.json({ lamps: 'on' }));

export default night;
