const burrow = require('fastify')();

const key = Buffer.alloc(32);

// `get` takes a member of the session, in a hook as in a handler.
burrow.register(
  async (front) => {
    await front.register(require('@fastify/secure-session'), { key });
    const known = async (request, reply) => {
      const user = request.session.get('user');
      if (!user) return reply.code(401).send({ error: 'who is there?' });
      request.user = user;
    };
    front.get('/larder', { preHandler: known }, async () => ({ roots: 3 }));
    const isKeeper = async ({ session }, reply) => {
      if (session.get('admin') !== true) return reply.code(403).send({ error: 'not yours' });
    };
    front.delete('/larder', { preHandler: isKeeper }, async () => ({ roots: 0 }));
    // Every session has its data.
    const noted = async (request, reply) => {
      if (!request.session.data()) return reply.code(401).send({ error: 'no session' });
    };
    front.get('/notes', { preHandler: noted }, async () => ({ notes: 1 }));
  },
  { prefix: '/front' },
);

// A session with another name, and with it another cookie.
burrow.register(
  async (back) => {
    await back.register(require('@fastify/secure-session'), { key: 'bm90IHRoZSBuYW1lIG9mIHRoZSBjb29raWU=', sessionName: 'tunnel' });
    const digger = async (request, reply) => {
      if (!request.tunnel.get('user')) return reply.code(401).send({ error: 'who digs?' });
    };
    back.get('/shaft', { preHandler: digger }, async () => ({ depth: 7 }));
    const owner = async (request, reply) => {
      if (!request.tunnel || !request.tunnel.userId) return reply.code(401).send({ error: 'whose is it?' });
    };
    back.get('/gallery', { preHandler: owner }, async (request) => ({ of: request.tunnel.userId }));
    // Nobody has to have been here before.
    back.get('/visits', async (request) => ({ visits: request.tunnel.get('visits') ?? 0 }));
  },
  { prefix: '/back' },
);

burrow.listen({ port: 3000 });
