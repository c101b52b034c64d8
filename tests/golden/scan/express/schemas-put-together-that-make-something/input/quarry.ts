import express from 'express';
import { z } from 'zod';

process.env.PIT = 'old';
process.env.LEVEL = '3';

const Pit = z.object({ PIT: z.string(), LEVEL: z.coerce.number() }).transform((c) => ({ pit: c.PIT, level: c.LEVEL }));
const Crane = z.object({ CRANE: z.string().default('tall') });
const Road = z.object({ ROAD: z.string().default('gravel') }).transform((c) => ({ road: c.ROAD }));
const Store = z
  .discriminatedUnion('STORE', [z.object({ STORE: z.literal('shed'), KEY: z.string() }), z.object({ STORE: z.literal('none') })])
  .transform((c) => (c.STORE === 'shed' ? { key: c.KEY } : { key: null }));

// Each schema makes something of the settings, and all of that is there.
const settings = Pit.and(Crane).and(Road).parse(process.env);
const both = z.intersection(Crane, Road).parse({});
const stored = Pit.and(Store).and(Road).parse(process.env);

const quarry = express();
quarry.use(express.json());
quarry.get(`/${settings.pit}/${settings.CRANE}/${settings.road}`, (request, response) => { response.json({ level: settings.level }); });
quarry.get(`/both/${both.CRANE}/${both.road}`, (request, response) => { response.json({}); });
quarry.get(`/stored/${stored.pit}/${stored.road}`, (request, response) => { response.json({}); });

// So it is with what comes in: the body has what the schemas demand, the answer what they make of it.
const Stone = z.object({ weight: z.string().transform(Number), colour: z.string().optional() }).and(
  z.object({ place: z.string() }).transform((c) => ({ from: c.place })),
);
quarry.post('/stones', (request, response) => { response.status(201).json(Stone.parse(request.body)); });
const Cut = z.object({ by: z.string() }).transform((c) => ({ mason: c.by })).and(z.union([z.object({ saw: z.string() }), z.object({ blast: z.number() })]));
quarry.post('/cuts', (request, response) => { response.status(201).json(Cut.parse(request.body)); });

// Where no schema makes anything, the value is what came in; behind pipe() it is what the last one made.
const Plain = z.object({ name: z.string() }).and(z.object({ depth: z.number() }));
quarry.post('/plain', (request, response) => { response.status(201).json(Plain.parse(request.body)); });
const Piped = z.object({ name: z.string() }).pipe(z.object({ name: z.string() }).transform((c) => ({ called: c.name })));
quarry.post('/piped', (request, response) => { response.status(201).json(Piped.parse(request.body)); });

quarry.listen(8080);
