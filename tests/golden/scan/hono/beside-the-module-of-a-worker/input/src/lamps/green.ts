import { Hono } from 'hono';

// Nobody mounts it, and the platform starts another module.
const green = new Hono(); //~ core/unmounted-router
green.get('/', (c) => c.json({ flashes: 1 }));
green.put('/colour', (c) => c.json({ colour: 'green' }));
export default green;
