import { Hono } from 'hono';

const seedlings = new Hono();

seedlings.get('/:id', (c) => c.json({ id: c.req.param('id'), leaves: 2 }));

export default seedlings;
