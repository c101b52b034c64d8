const fastify = require('fastify')();
const jwt = require('jsonwebtoken');

fastify.register(require('@fastify/cookie'));

// A fourth parameter is for those who call it themselves: no hook is given an error first.
const boarding = (request, reply, done, options) => {
  const token = request.headers.authorization?.split(' ')[1] ?? request.cookies.boarding_token;
  if (!token) {
    if (options?.lenient) return done();
    return reply.code(401).send({ message: 'No boarding pass' });
  }
  jwt.verify(token, process.env.SECRET, (error, pass) => {
    if (error) return reply.code(401).send({ message: 'Not a boarding pass' });
    request.passenger = pass.sub;
    done();
  });
};
const crewOnly = async (req, res, _done, _options) => {
  if (req.headers['x-api-key'] !== process.env.CREW_KEY) return res.code(403).send({ message: 'Crew only' });
};

fastify.get('/berths', { preHandler: [boarding] }, async () => ({ berths: 40 }));
fastify.get('/berths/mine', { preHandler: boarding }, async (request) => ({ of: request.passenger }));
fastify.get('/timetable', { preHandler: (request, reply, done) => boarding(request, reply, done, { lenient: true }) }, async () => ({ at: 9 }));
fastify.register(async (instance) => {
  instance.addHook('onRequest', crewOnly);
  instance.post('/engine/start', async () => ({ running: true }));
});

// Hooks that are given what is sent, or what has gone wrong, take as many, and guard nothing.
fastify.addHook('onSend', (request, reply, payload, done) => {
  if (request.headers['x-trace']) reply.header('x-trace', request.headers['x-trace']);
  done(null, payload);
});
fastify.addHook('onError', (request, reply, error, done) => {
  done();
});
fastify.setErrorHandler((error, request, reply) => {
  reply.code(error.statusCode ?? 500).send({ message: error.message });
});
fastify.get('/weather', async () => ({ wind: 3 }));

fastify.listen({ port: 8080 });
