import Fastify, { type FastifyInstance } from 'fastify';
import { buildJsonSchema, buildJsonSchemas } from 'fastify-zod';
import { z } from 'zod';

// Two of these, and neither has an identifier: each schema is a document under its own name.
const grains = buildJsonSchemas({ grain: z.object({ kind: z.string(), moist: z.number().optional() }), grainList: z.array(z.object({ id: z.string() })) });
const flours = buildJsonSchemas({ flour: z.object({ grade: z.number().int(), from: z.array(z.string()) }) });
const sack = buildJsonSchema(z.object({ litres: z.number() }), 'sack');

async function grainRoutes(server: FastifyInstance) {
  server.post('/', { schema: { body: grains.$ref('grain'), response: { 200: grains.$ref('grainList') } } }, async () => []);
}
async function flourRoutes(server: FastifyInstance) {
  server.post('/', { schema: { body: flours.$ref('flour') } }, async () => ({ ground: true }));
  server.put('/sack', { schema: { body: { $ref: 'sack#' } } }, async () => ({ filled: true }));
}

const mill = Fastify();
for (const schema of [...grains.schemas, ...flours.schemas, sack]) mill.addSchema(schema);
mill.register(grainRoutes, { prefix: 'grains' });
mill.register(flourRoutes, { prefix: 'flours' });
mill.listen(3000);
