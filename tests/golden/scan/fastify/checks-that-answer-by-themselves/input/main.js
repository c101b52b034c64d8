const fastify = require('fastify');

const app = fastify();
app.register(require('@fastify/jwt'), { secret: 's' });
app.register(require('@fastify/auth'));

// Answers by itself, and throws nothing: to @fastify/auth it has let the request pass, and nobody asks the next one.
app.decorate('ticket', async (request, reply) => {
  try {
    await request.jwtVerify();
  } catch (error) {
    reply.code(401).send({ why: 'no ticket' });
  }
});
app.decorate('ticketOrError', async (request, reply) => {
  try {
    await request.jwtVerify();
  } catch (error) {
    reply.send(error);
  }
});
app.decorate('crew', async (request, reply) => {
  if (request.headers['x-api-key'] !== process.env.CREW_KEY) return reply.code(401).send({ why: 'not of the crew' });
});
// These throw, so that the next one is asked.
app.decorate('ticketThrown', async (request) => {
  await request.jwtVerify();
});
app.decorate('crewThrown', async (request) => {
  if (request.headers['x-api-key'] !== process.env.CREW_KEY) throw new Error('not of the crew');
});

app.after(() => {
  app.get('/ticket-first', { preHandler: app.auth([app.ticket, app.crewThrown]) }, async () => ({ aboard: true }));
  app.get('/error-first', { preHandler: app.auth([app.ticketOrError, app.crew]) }, async () => ({ aboard: true }));
  app.get('/crew-first', { preHandler: app.auth([app.crew, app.ticket]) }, async () => ({ aboard: true }));
  app.get('/either', { preHandler: app.auth([app.ticketThrown, app.crew]) }, async () => ({ aboard: true }));
  app.get('/other-way', { preHandler: app.auth([app.crewThrown, app.ticket]) }, async () => ({ aboard: true }));
  app.get('/both', { preHandler: app.auth([app.ticket, app.crew], { relation: 'and' }) }, async () => ({ aboard: true }));
  // One after the other, both are asked.
  app.get('/one-by-one', { preHandler: [app.ticket, app.crew] }, async () => ({ aboard: true }));
});

app.listen({ port: 3000 });
