import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { z, type ZodTypeAny } from 'zod';

const orchard = Fastify();
const tree = {
  schema: { body: { type: 'object', required: ['sort'], properties: { sort: { type: 'string', minLength: 2 }, rows: { type: 'integer' } } } },
};

/** What the schema complains of, one by one. */
orchard.setErrorHandler((error, request, reply) => {
  if (error.validation) {
    return reply.code(422).send({
      where: error.validationContext,
      errors: error.validation.map((each) => ({ field: each.instancePath.replace(/^\//, '') || each.params.missingProperty, message: each.message })),
    });
  }
  return reply.code(error.statusCode ?? 500).send({ message: error.message });
});
orchard.post('/trees', tree, async (request, reply) => reply.code(201).send({ planted: true }));

/** The first of it, and all as it is. */
orchard.register(async (nursery) => {
  nursery.setErrorHandler((error, request, reply) => {
    const [first] = error.validation ?? [];
    return reply.code(400).send({ rule: first?.keyword, message: error.validation?.[0]?.message ?? error.message, details: error.validation });
  });
  nursery.post('/seedlings', tree, async () => ({ sown: true }));
});

/** A validator behind: whoever goes into the issues of an error without asking has one that has them. */
const behind = (rules: ZodTypeAny, answer: (error: any, reply: FastifyReply) => unknown) => async (request: FastifyRequest, reply: FastifyReply) => {
  try {
    request.body = rules.parse(request.body);
  } catch (error) {
    return answer(error, reply);
  }
};
const fruit = z.object({ sort: z.string().min(2), weight: z.number().positive() });
const listed = behind(fruit, (error, reply) =>
  reply.code(400).send({ errors: error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })) }),
);
const listedOr = behind(fruit, (error, reply) =>
  reply.code(400).send({ errors: error.issues?.map((issue) => issue.path.join('.')) ?? ['fruit'], kind: error.code }),
);
/** Who asks may be told that it has none. */
const asked = behind(fruit, (error, reply) => {
  if (error.issues) return reply.code(422).send({ at: error.issues[0].path[0], issues: error.issues });
  return reply.code(503).send({ message: 'later' });
});
orchard.post('/fruits', { preHandler: listed }, async () => ({ weighed: true }));
orchard.put('/fruits', { preHandler: listedOr }, async () => ({ weighed: true }));
orchard.patch('/fruits', { preHandler: asked }, async () => ({ weighed: true }));

orchard.listen({ port: 4081 });
