import { Hono } from 'hono';
import { describeResponse, describeRoute, resolver, validator } from 'hono-openapi';
import { resolver as shaped, validator as checks } from 'hono-openapi/valibot';
import * as v from 'valibot';
import { z } from 'zod';
import { describeRoute as drawn } from './drawings.js';
import { stock } from './stock.js';

const Sack = z.object({ grain: z.string(), kilos: z.number() });
const missing = { 404: { description: 'no such sack' } };
const json = (schema: unknown) => ({ 'application/json': { schema } });

const wheel = new Hono();

// What the stock gives nobody knows: the description says it. Of a status that the code does not show, it is all that is known.
wheel.get(
  '/sacks/:mark',
  describeRoute({ description: 'One sack', responses: { 200: { description: 'the sack', content: json(resolver(Sack)) }, ...missing } }),
  validator('param', z.object({ mark: z.string().min(3) })),
  async (c) => c.json(await stock.find(c.req.valid('param').mark)),
);

// The entries of older versions, and an answer of the program's own where a check fails.
wheel.post(
  '/sacks',
  describeRoute({ responses: { 201: { description: 'stored', content: json(shaped(v.object({ mark: v.string() }))) } } }),
  checks('json', v.object({ grain: v.picklist(['rye', 'wheat']) }), (result, c) => {
    if (!result.success) return c.json({ grain: 'not ground here' }, 422);
  }),
  async (c) => c.json(await stock.add(c.req.valid('json')), 201),
);

// Plain JSON Schema, and more than one description of a route.
wheel.get(
  '/stones',
  describeRoute({ responses: { 200: { description: 'all stones', content: json({ type: 'array', items: { type: 'integer' } }) } } }),
  describeRoute({ responses: { 503: { description: 'no wind' } } }),
  async (c) => c.json(await stock.stones()),
);

// Of what the code sends all is known: the description is out of date.
wheel.get('/wind', describeRoute({ responses: { 200: { description: 'wind', content: json(resolver(Sack)) } } }), (c) => c.json({ knots: 12 }));

// A handler that is described itself.
wheel.get(
  '/flour',
  describeResponse(async (c) => c.json(await stock.flour()), { 200: { description: 'flour', content: { 'application/json': { vSchema: Sack } } } }),
);

// A function of the program's own says nothing of answers, whatever its name.
wheel.get('/plans', drawn({ responses: { 200: { description: 'a plan', content: json(resolver(Sack)) } } }), async (c) => c.json(await stock.plans()));

// Only some configurations describe it so.
wheel.get(
  '/barn',
  process.env.DOCS ? describeRoute({ responses: { 418: { description: 'not today' } } }) : (_c, next) => next(),
  async (c) => c.json(await stock.barn()),
);

export default wheel;
