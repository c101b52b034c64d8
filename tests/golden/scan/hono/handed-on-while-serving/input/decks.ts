import { Hono } from 'hono';

export const decks = new Hono();
decks.get('/decks/:deck', (c) => c.json({ deck: c.req.param('deck') })); //~ project/late-routes
