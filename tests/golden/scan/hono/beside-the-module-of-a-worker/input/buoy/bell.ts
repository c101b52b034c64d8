import { Hono } from 'hono';

// A package of its own, of which no configuration says what is started.
const bell = new Hono();
bell.get('/bell', (c) => c.json({ rings: true }));
export default bell;
