import { Hono } from 'https://deno.land/x/hono@v4.3.4/mod.ts';

export const buoys = new Hono();
buoys.get('/:colour', (c) => c.json({ colour: c.req.param('colour') }));
