import Fastify from 'fastify';
import sensible from '@fastify/sensible';
import createError from 'http-errors';

const well = Fastify();
well.register(sensible);

class Dry extends Error {
  constructor(
    readonly depth: number,
    readonly statusCode: number,
  ) {
    super('dry');
  }
}
type Asked = { Querystring: { deep?: string } };

// Who throws, sends or returns an error leaves it to Fastify: its status, what that is called, and the message.
well.get<Asked>('/own', async ({ query }) => {
  if (query.deep) throw new Dry(12, 410);
  return { water: 3 };
});
well.get<Asked>('/made', async ({ query }) => {
  if (query.deep) throw createError(409, 'taken');
  return { water: 3 };
});
well.get<Asked>('/sent', async ({ query }, reply) => {
  if (query.deep) return reply.notFound('no such well');
  return { water: 3 };
});
well.get<Asked>('/set', async ({ query }, reply) => {
  if (query.deep) return reply.code(403).send(new Error('locked'));
  return { water: 3 };
});
well.post<{ Body: { buckets: number } }>(
  '/buckets',
  { schema: { body: { type: 'object', required: ['buckets'], properties: { buckets: { type: 'integer', minimum: 1 } } } } },
  async ({ body }) => ({ drawn: body.buckets }),
);

// A record that is thrown is no error: it is sent as it is. What a schema says of an answer is all of it.
well.get<Asked>('/records', async ({ query }) => {
  if (query.deep) throw { statusCode: 400, cause: 'mud' };
  return { water: 3 };
});
well.get<Asked>('/schemas', { schema: { response: { 404: { type: 'object', properties: { message: { type: 'string' } } } } } }, async ({ query }) => {
  if (query.deep) throw new Dry(3, 404);
  return { water: 3 };
});

// A handler of the program answers otherwise, or hands on what it does not know.
well.register(async (shaft) => {
  shaft.setErrorHandler((error, _request, reply) => {
    if (error.validation) return reply.code(422).send({ wrong: error.message });
    return reply.send(error);
  });
  shaft.get<Asked>(
    '/shaft',
    { schema: { querystring: { type: 'object', properties: { deep: { type: 'string', maxLength: 3 } } } } },
    async ({ query }) => {
      if (query.deep) throw new Dry(40, 410);
      return { water: 1 };
    },
  );
});

well.listen({ port: 3000 });
