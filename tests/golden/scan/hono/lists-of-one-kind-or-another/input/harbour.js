// Fields that are lists of one kind or of another, and what is said of fields that may be null.
import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { z } from 'zod';

const Berth = z.object({ quay: z.string(), depth: z.number() });
const Landing = z.object({
  crew: z.union([z.array(z.string()), z.array(z.number())]),
  berths: z.array(z.number()).or(z.array(Berth)).optional(),
  cargo: z.union([z.array(z.string()), z.object({ tons: z.number() })]).nullable(),
  pilot: z.string().nullish().meta({ description: 'who steers', example: 'Ada' }),
  flag: z.string().max(3).describe('the state').nullable().default('DK'),
  hours: z.number().nullable().describe('how long').prefault(12),
});
const harbour = new Hono();
harbour.post('/landings', zValidator('json', Landing), (c) => c.json(c.req.valid('json'), 201));
export default harbour;
