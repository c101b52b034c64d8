import { Hono } from 'hono';

// Another configuration starts this one.
const keeper = new Hono();
keeper.get('/log', (c) => c.json([{ hour: 4 }]));
export default keeper;
