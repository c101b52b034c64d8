import Fastify from 'fastify';

const app = Fastify();

app.get('/moved', async (request, reply) => {
  await reply.code(301).redirect('/berths');
});
app.get('/kept', (request, reply) => {
  reply.status(308).redirect('/berths');
});
app.get('/stated', (request, reply) => {
  reply.redirect('/berths', 303);
});
app.get('/plain', (request, reply) => reply.redirect('/berths'));
app.get('/either', (request, reply) => {
  reply.code(request.query.forever ? 301 : 307);
  return reply.redirect('/berths');
});
app.get('/berths', () => ({ berths: 4 }));

app.listen({ port: 3000 });
