import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const library = new Hono();

interface Wanted {
  area?: { north: number; south: number };
  layers?: { name: string; opacity: number }[];
}
/** Written for servers whose queries hold lists and records as well: those of Hono are texts. */
function wantedOf(query: Record<string, any>): Wanted {
  const wanted: Wanted = {};
  if (query.area) wanted.area = typeof query.area === 'string' ? JSON.parse(query.area) : query.area;
  if (query.layers) wanted.layers = typeof query.layers === 'string' ? JSON.parse(query.layers) : query.layers;
  return wanted;
}
library.get('/maps', (c) => {
  const wanted = wantedOf(c.req.query());
  return c.json({ area: wanted.area, names: wanted.layers?.map(({ name }) => name) });
});
// All values of one name are a list.
library.get('/sheets', (c) => c.json({ sheets: (c.req.queries('sheet') ?? []).map((sheet) => sheet.trim()) }));

serve({ fetch: library.fetch, port: 3000 });
