import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { zValidator } from '@hono/zod-validator';
import { z } from 'zod';

const cattery = new Hono();
cattery.post('/cats', zValidator('json', z.object({ colour: z.string().regex(/^(?:red|blue)$/i), tag: z.string().regex(/^(\w)\1$/i), room: z.string().regex(/^[A-Z]\d$/i) })), (c) => c.json({ ok: true }, 201));
serve({ fetch: cattery.fetch, port: 8080 });
