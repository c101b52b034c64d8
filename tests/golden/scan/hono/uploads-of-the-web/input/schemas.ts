import { vValidator } from '@hono/valibot-validator';
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as v from 'valibot';
import { z } from 'zod';
import { keep } from './chemistry';

class Emulsion {}

const one = z.object({ print: z.instanceof(File) });
const other = z.object({ sheet: z.instanceof(Blob).optional(), rows: z.coerce.number() });

export const schemas = new Hono()
  .post('/instance', zValidator('form', one), async (c) => {
    const { print } = c.req.valid('form');
    return c.json({ name: print.name });
  })
  .post('/alternatives', zValidator('form', one.or(other)), async (c) => {
    const given = c.req.valid('form');
    return c.json({ print: 'print' in given });
  })
  .post('/list', zValidator('form', z.object({ prints: z.array(z.instanceof(File)).max(4) })), (c) => c.json({ ok: true }))
  .post('/custom', zValidator('form', z.object({ print: z.custom<File>((given) => given !== undefined) })), (c) => c.json({ ok: true }))
  .post('/valibot', vValidator('form', v.object({ print: v.instance(File) })), async (c) => {
    await keep(c.req.valid('form').print);
    return c.json({ ok: true });
  })
  // A class of the program is nothing that is uploaded.
  .post('/own', zValidator('json', z.object({ emulsion: z.instanceof(Emulsion) })), (c) => c.json({ ok: true }));
