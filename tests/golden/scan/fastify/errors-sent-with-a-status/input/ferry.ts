import Fastify, { type FastifyInstance } from 'fastify';

class TripError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
  ) {
    super(message);
  }
}

const body = { type: 'object', required: ['to'], properties: { to: { type: 'string' } } };
const find = (to: string): { to: string } => {
  if (to === 'nowhere') throw new TripError('no such port', 404);
  return { to };
};

// What is no error of the program's is answered with 500, whatever status it has itself.
async function trips(ferry: FastifyInstance): Promise<void> {
  ferry.setErrorHandler((error, request, reply) => {
    if (error instanceof TripError) reply.status(error.statusCode).send({ message: error.message });
    else reply.status(500).send(error);
  });
  ferry.post('/trips', { schema: { body } }, async (request) => find((request.body as { to: string }).to));

  // This one is asked first, and that around it then.
  ferry.register(async (inner) => {
    inner.setErrorHandler((error, request, reply) => {
      reply.status(error.validation ? 422 : 410).send(error);
    });
    inner.post('/trips/night', { schema: { body } }, async (request) => find((request.body as { to: string }).to));
  });
}

async function docks(ferry: FastifyInstance): Promise<void> {
  // Nobody is behind this one.
  ferry.setErrorHandler((error, request, reply) => {
    reply.code(error.validation ? 422 : 410).send(error);
  });
  ferry.post('/docks', { schema: { body } }, async (request) => find((request.body as { to: string }).to));
  ferry.get('/docks/free', async (request, reply) => {
    reply.send(find((request.query as { at: string }).at));
  });
}

const ferry = Fastify();
ferry.register(trips);
ferry.register(docks);
ferry.get<{ Params: { port: string } }>('/ports/:port', (request, reply) => {
  if (request.params.port === 'x') reply.code(409).send(new TripError('closed', 400));
  else if (request.params.port === 'y') reply.send(new TripError('gone', 410));
  else reply.send({ port: request.params.port });
});
ferry.get(
  '/tides',
  { errorHandler: (error, request, reply) => reply.code(503).send(error) },
  async (request) => find((request.query as { at: string }).at),
);

ferry.listen({ port: 3000 });
