const fastify = require('fastify');
const wrap = require('fastify-plugin');
const { asClass, asFunction, asValue, createContainer, Lifetime } = require('awilix');
const { diContainer, diContainerClassic, fastifyAwilixPlugin } = require('@fastify/awilix');

class Shelves {
  find(id) {
    return { id, kind: 'book', pages: 3 };
  }
}

class Counter {
  constructor({ shelves, limit }) {
    this.shelves = shelves;
    this.limit = limit;
  }

  get(id) {
    return { ...this.shelves.find(id), limit: this.limit };
  }
}

class Till {
  constructor(shelves) {
    this.shelves = shelves;
  }

  sum() {
    return { sum: this.shelves.find('a').pages };
  }
}

const shop = fastify();

/** The server itself is in the container, too: nothing in there registers anything. */
shop.register(
  wrap(async (server) => {
    diContainer.register({
      server: asValue(server),
      shelves: asClass(Shelves, { lifetime: Lifetime.SINGLETON }),
      counter: asClass(Counter),
      limit: asValue(5),
    });
    server.register(fastifyAwilixPlugin, { disposeOnClose: true });
  }),
);
shop.get('/counter/:id', async (request) => request.diScope.resolve('counter').get(request.params.id));
shop.get('/cradle', async (request) => {
  const { counter } = request.diScope.cradle;
  return counter.get('x');
});
shop.register(async (part) => {
  const { limit } = part.diContainer.cradle;
  part.get('/limit', async () => ({ limit }));
});

/** Parameters by their names, and a container of the program. */
const classic = fastify();
diContainerClassic.register({ shelves: asClass(Shelves), till: asClass(Till) });
classic.register(fastifyAwilixPlugin, { injectionMode: 'CLASSIC' });
classic.get('/till', async (request) => request.diScope.resolve('till').sum());

const own = fastify();
const box = createContainer();
box.register({ names: asFunction(() => ({ list: () => ['a', 'b'] })) });
own.register(fastifyAwilixPlugin, { container: box });
own.get('/names', async () => own.diContainer.resolve('names').list());

shop.listen({ port: 3000 });
classic.listen({ port: 3001 });
own.listen({ port: 3002 });
