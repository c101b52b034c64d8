import { Hono } from 'hono';

// Written, and not mounted yet: nobody serves its routes.
const harvests = new Hono(); //~ core/unmounted-router

harvests.get('/', (c) => c.json([{ crop: 'beans', kilos: 4 }]));

export default harvests;
