import fastify from 'fastify';

class Spoilt extends Error {
  constructor(readonly message: string, readonly statusCode: number) { super(message); }
}
class Unbaked extends Spoilt {
  constructor(readonly message: string) { super(message, 409); }
}

interface Loaf { weight: number }
declare function knead(): Promise<Loaf>;

const bake = async (name: string): Promise<Loaf | Error | true> => {
  try {
    if (name === 'air') return true;
    const loaf = await knead();
    return { weight: loaf.weight };
  } catch (error: any) {
    return new Unbaked(error.message);
  }
};

const bakery = fastify();
// An error that a function gives back, with a text that only run time knows.
bakery.post('/loaves', async (request, reply) => {
  const loaf = await bake((request.body as { name: string }).name);
  if (loaf instanceof Error) return reply.send(loaf);
  if (loaf === true) return reply.status(204).send();
  return reply.status(201).send(loaf);
});
// One that is caught.
bakery.get('/loaves/:loaf', async (request, reply) => {
  try {
    if ((request.params as { loaf: string }).loaf === 'old') throw new Spoilt(`old: ${request.id}`, 410);
    return reply.send({ fresh: true });
  } catch (error) {
    return reply.send(error);
  }
});
// What the handler of errors sends is answered with the error's own status, not with that of the reply.
bakery.setErrorHandler((error, _request, reply) => {
  reply.log.error(error);
  return reply.send(error);
});
bakery.listen({ port: 4102 });
