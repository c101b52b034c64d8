import { Hono } from 'hono';
import type { Studio } from '../studio.js';

/** What happens, as server-sent events. A page that comes back says with `Last-Event-ID` what it saw last. */
export function eventRoutes(studio: Studio): Hono {
  const routes = new Hono();
  routes.get('/', (c) => {
    const stream = studio.hub.open(c.req.header('last-event-id') ?? c.req.query('after'));
    return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' } });
  });
  return routes;
}
