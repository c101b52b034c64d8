import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { route, watched } from 'harbour-kit';

const ship = new Hono();
const crew = async (c, next) => (c.req.header('x-crew') ? await next() : c.json({ error: 'who is there?' }, 401));

ship.use(watched(crew));
ship.get('/lamps', route({ cached: true }, (context) => context.json({ lit: context.req.query('lit') })));
ship.get('/tides', route(async (request) => ({ high: request.moon }))); //~ project/unseen-handler
serve(ship);
