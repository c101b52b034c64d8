import { Hono } from 'hono';

// The platform serves what lies in this folder.
const weather = new Hono();

weather.get('/api/weather', (c) => c.json({ frost: false }));

export default weather;
