import { serve } from '@hono/node-server';
import { sValidator } from '@hono/standard-validator';
import { Hono } from 'hono';
import { validator } from 'hono-openapi';
import * as v from 'valibot';
import { z } from 'zod';

const Cloth = z.object({ colour: z.string().min(2), width: z.number() });

// Validators for all libraries answer with what was sent and with the issues that all of them have.
const loom = new Hono();
loom.post('/cloths', sValidator('json', Cloth), (c) => c.json({ woven: c.req.valid('json').width }, 201));
loom.post('/ribbons', sValidator('json', v.object({ colour: v.string() })), (c) => c.json({ ribbons: 2 }));
loom.get('/cloths', validator('query', z.object({ colour: z.string() })), (c) => c.json({ cloths: 2 }));

// Not where a hook answers.
loom.put('/cloths', sValidator('json', Cloth, (result, c) => { if (!result.success) return c.json({ torn: true }, 422); }), (c) => c.json({ woven: 1 }));

serve(loom);
