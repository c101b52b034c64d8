import { Hono } from 'hono';
import type { Studio } from '../studio.js';

/** The page. What is not a key of the map does not exist; the map was made before the first request. */
export function staticRoutes(studio: Studio): Hono {
  const routes = new Hono();
  const serve = (path: string): Response | null => {
    const file = studio.files.get(path);
    return file === undefined ? null : new Response(file.bytes, { headers: { 'content-type': file.type } });
  };
  routes.get('/', (c) => serve('/') ?? c.notFound());
  routes.get('/:file', (c) => serve(c.req.path) ?? c.notFound());
  return routes;
}
