import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z, type ZodTypeAny } from 'zod';

const desk = Fastify();

const behind = (rules: ZodTypeAny) => async (request: FastifyRequest, reply: FastifyReply) => {
  const seen = rules.safeParse(request.body);
  if (!seen.success) return reply.code(422).send({ wrong: seen.error.issues.map((issue) => issue.message) });
  request.body = seen.data;
};

const passage = z.object({
  harbour: z.string().min(3),
  mail: z.string().email().max(120),
  seats: z.number().int().min(1).max(9),
  remark: z.string().max(200).optional(),
  deck: z.enum(['upper', 'lower']),
  insured: z.boolean(),
});

/** The schema describes, what stands behind it demands. */
desk.post('/passages', {
  schema: {
    body: {
      type: 'object',
      properties: {
        harbour: { type: 'string', description: 'where it begins' },
        mail: { type: 'string', maxLength: 80 },
        seats: { type: 'integer', minimum: 2 },
        remark: { type: 'string' },
        insured: { type: 'boolean', default: false },
        paid: { type: 'number' },
      },
    },
  },
  preHandler: behind(passage),
}, async (request, reply) => reply.code(201).send({ booked: true }));

/** What the schema demands is demanded, whatever the other one can do without; kinds that differ stay the schema's. */
desk.patch('/passages/:id', {
  schema: { body: { type: 'object', required: ['harbour'], properties: { harbour: { type: 'string', minLength: 5 }, seats: { type: 'string' } } } },
  preHandler: behind(passage.partial()),
}, async () => ({ changed: true }));

/** Only a schema, only a validator; and a type, which adds nothing to a schema. */
desk.post('/crossings', {
  schema: { body: { type: 'object', properties: { harbour: { type: 'string' } } } },
}, async (request, reply) => {
  const { harbour } = request.body as { harbour: string; captain: string };
  return reply.code(201).send({ harbour });
});
desk.post('/waiting', { preHandler: behind(passage.pick({ mail: true, seats: true })) }, async () => ({ waiting: true }));

desk.listen({ port: 4080 });
