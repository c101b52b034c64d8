const fastify = require('fastify');
const jwt = require('@fastify/jwt');

const app = fastify();
app.register(jwt, { secret: process.env.SECRET });
app.decorate('greeting', (name) => ({ hello: name }));

// The instance is found by the reply as well as by the request.
app.post('/tickets', async (request, reply) => {
  const { name } = request.body;
  return reply.send({ ticket: reply.server.jwt.sign({ name }), other: request.server.jwt.sign({ name }) });
});
app.get('/greeting', (request, reply) => reply.send(reply.server.greeting('you')));
app.get('/nothing', (request, reply) => reply.send({ server: reply.server.unknownThing }));

app.listen({ port: 3000 });
