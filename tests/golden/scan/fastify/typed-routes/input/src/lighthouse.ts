import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { NewSignal, SignalRoute } from './signals';

const lighthouse = Fastify();

lighthouse.post<{ Body: NewSignal }>('/signals', async (request) => ({ colour: request.body.colour }));
lighthouse.patch('/signals/:id', async (request: FastifyRequest<SignalRoute>, reply: FastifyReply) => reply.code(204).send());
lighthouse.get<{ Querystring: { from?: string; limit: number } }>('/signals', async (request) => ({ from: request.query.from }));

// The schema is what Fastify checks: the type adds nothing to it.
lighthouse.put<{ Body: NewSignal & { keeper: string } }>('/signals', {
  schema: { body: { type: 'object', properties: { colour: { type: 'string', maxLength: 10 }, seconds: { type: 'integer' } }, required: ['colour'] } },
}, async (request) => ({ seconds: request.body.seconds }));
lighthouse.get('/plain', async (request: FastifyRequest, reply) => ({ got: (request.query as any).q }));
await lighthouse.listen({ port: 1 });
