// What is sent as a text goes out as it is: where the reply says JSON it is the data that it was made of, else a text of the type that was set.
const ferry = require('fastify')();

ferry.get('/send', async (request, reply) => reply.type('application/json').send(JSON.stringify({ seats: Number(request.query.seats) })));
ferry.get('/header', async (request, reply) => {
  reply.header('Content-Type', 'application/json; charset=utf-8');
  return JSON.stringify({ seats: 3 });
});
ferry.get('/either', async (request, reply) => {
  if (!request.query.coin) return { said: 'no coin' };
  return reply.headers({ 'content-type': 'application/json' }).send(JSON.stringify({ seats: 3 }));
});
ferry.get('/as-text', async () => JSON.stringify({ seats: 3 }));
ferry.get('/page', async (request, reply) => reply.type('text/html').send('<p>Ferry</p>'));
ferry.get('/raw', (request, reply) => {
  reply.raw.setHeader('Content-Type', 'application/json');
  reply.raw.end(JSON.stringify({ seats: 3 }));
});

ferry.listen({ port: 3000 });
