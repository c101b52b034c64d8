import Fastify from 'fastify';
import cookie from '@fastify/cookie';
import { findSkipper } from 'skippers';

const quay = Fastify();
quay.register(cookie);

// One of two places is enough, however it is asked whether there is anything.
const strictly = async (request, reply) => {
  const pass = request.headers['x-quay-token'] ?? request.cookies.token;
  if (pass === undefined) return reply.code(401).send({ message: 'No pass' });
  request.skipper = await findSkipper(pass);
};
const loosely = async (request, reply) => {
  const pass = request.headers['x-quay-token'] || request.cookies.token;
  if (pass == null) return reply.code(401).send({ message: 'No pass' });
  request.skipper = await findSkipper(pass);
};
const theOtherWay = async (request, reply) => {
  const pass = request.headers['x-quay-token'] ?? request.cookies.token;
  if (pass !== undefined && pass !== null) {
    request.skipper = await findSkipper(pass);
    return;
  }
  return reply.code(401).send({ message: 'No pass' });
};
const plainly = async (request, reply) => {
  const pass = request.headers['x-quay-token'] ?? request.cookies.token;
  if (!pass) return reply.code(401).send({ message: 'No pass' });
  request.skipper = await findSkipper(pass);
};
// One place alone is asked for as before.
const atOnePlace = async (request, reply) => {
  const pass = request.headers['x-quay-token'];
  if (pass === undefined) return reply.code(401).send({ message: 'No pass' });
  request.skipper = await findSkipper(pass);
};
// Whoever has none is let pass.
const forThoseWhoHaveOne = async (request) => {
  const pass = request.headers['x-quay-token'] ?? request.cookies.token;
  if (pass !== undefined) request.skipper = await findSkipper(pass);
};

quay.get('/strict', { preHandler: strictly }, async () => ({ moored: true }));
quay.get('/loose', { preHandler: loosely }, async () => ({ moored: true }));
quay.get('/other', { preHandler: theOtherWay }, async () => ({ moored: true }));
quay.get('/one', { preHandler: atOnePlace }, async () => ({ moored: true }));
quay.get('/open', { preHandler: forThoseWhoHaveOne }, async () => ({ moored: true }));
quay.get('/plain', { preHandler: plainly }, async () => ({ moored: true }));
// Values that are no credentials: one of them has to be there, and neither by itself.
quay.get('/boats', async (request, reply) => {
  const name = request.query.name ?? request.query.callsign;
  if (name === undefined) return reply.code(400).send({ message: 'Which boat?' });
  return { name };
});
quay.listen({ port: 3000 });
