import Fastify, { type FastifyInstance } from 'fastify';
import { buildJsonSchemas } from 'fastify-zod';
import { z } from 'zod';
import { zodToJsonSchema } from 'zod-to-json-schema';

const loaf = z.object({
  id: z.string().uuid(),
  grain: z.enum(['rye', 'spelt']),
  weight: z.number().int().min(200),
  note: z.string().max(80).nullable(),
});
const order = loaf.omit({ id: true }).extend({ sliced: z.boolean().default(false), note: z.string().max(80).optional() });
const page = z.object({ from: z.coerce.number().int().min(0).optional(), grain: z.enum(['rye', 'spelt']).optional() });

const { schemas, $ref } = buildJsonSchemas({ order, loaf, loaves: z.array(loaf) }, { $id: 'bread' });

const breads = async (server: FastifyInstance) => {
  server.post('/', { schema: { body: $ref('order'), response: { 201: $ref('loaf') } } }, async (request, reply) =>
    reply.code(201).send(await bake(request.body)),
  );
  server.get('/', { schema: { response: { 200: $ref('loaves') } } }, async () => bake(null));
};

// The converter alone, under a name, and with definitions of its own.
const named = zodToJsonSchema(order, 'order');
const document = zodToJsonSchema(loaf, { $refStrategy: 'none', definitions: { query: page, answer: z.object({ loaves: z.array(loaf) }) } });

const bakery = Fastify();
for (const schema of [...schemas]) bakery.addSchema(schema);
bakery.register(breads, { prefix: '/breads' });
bakery.put('/breads/:id', { schema: { params: zodToJsonSchema(loaf.pick({ id: true })), body: named } }, async (request) =>
  bake(request.body),
);
bakery.get(
  '/shelf',
  { schema: { querystring: document.definitions!.query, response: { 200: document.definitions!.answer } } },
  async () => bake(null),
);
bakery.get('/menu', { schema: { response: { 200: z.toJSONSchema(z.object({ today: z.array(z.string()) })) } } }, async () => bake(null));

declare function bake(given: unknown): Promise<never>;
bakery.listen({ port: 3000 });
