import { Hono } from 'hono';

const orders = new Hono(); //~ core/unmounted-router

orders.post('/', (c) => c.json({ ordered: true }, 201));

// Nobody imports this either.
export default { fetch: orders.fetch };
