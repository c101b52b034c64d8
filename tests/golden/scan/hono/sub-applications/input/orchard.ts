import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { grove, ROWS } from './grove.js';

const pear = new Hono()
  .get('/', (c) => c.json([]))
  .post((c) => c.json({}, 201))
  .basePath('/:pear')
  .get('/', (c) => c.json({}))
  .on(['PUT', 'patch'], ['/stem', '/core'], (c) => c.json({}));

const orchard = new Hono();
orchard.route('/pears', pear);
for (const row of ROWS) orchard.route(`/rows/${row}`, grove(row));
const barn = orchard.basePath('/barn');
barn.all('/ladder', (c) => c.text('up'));
barn.route('/annex', pear);
// Nobody mounts it, and another application serves.
new Hono().get('/weeds', (c) => c.text('')); //~ core/unmounted-router
// Registered after it was copied: not below /pears.
pear.get('/late', (c) => c.text('late')); //~ core/unmounted-router

serve({ fetch: orchard.fetch, port: 4000 });
