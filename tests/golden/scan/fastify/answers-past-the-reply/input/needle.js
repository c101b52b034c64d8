import fastify from 'fastify';
import { quake } from 'quake-kit';

const needle = fastify();

// What is written to Node's answer behind the reply is sent past Fastify, also where it stays open.
needle.get('/tremors', async (request, reply) => {
  if (!request.query.station) return reply.code(400).send({ error: 'which station' });
  reply.raw.writeHead(200, { 'Content-Type': 'text/event-stream', Connection: 'keep-alive' });
  reply.raw.write(': listening\n\n');
  const beat = setInterval(() => reply.raw.write('data: still\n\n'), 1000);
  request.raw.on('close', () => clearInterval(beat));
});

needle.get('/paper', (request, reply) => {
  reply.hijack();
  const answer = reply.raw;
  answer.setHeader('content-type', 'text/plain; charset=utf-8');
  answer.write('one line');
  answer.end('and another');
});

needle.get('/archive/:year', (request, reply) => {
  if (request.params.year === '1755') {
    reply.raw.statusCode = 410;
    reply.raw.end();
    return;
  }
  reply.raw.writeHead(206, 'a part', { 'Content-Type': 'application/octet-stream' });
  reply.raw.end('bytes');
});

// Nothing is written to it: the reply sends as ever.
needle.get('/ink', async (request, reply) => {
  reply.header('x-left', '3');
  return { left: 3 };
});

// What a package sends that is given the reply is not known, and not what the call gives.
needle.get('/faults/:fault', async (request, reply) => { //~ project/answered-by-package
  if (request.params.fault === 'none') return quake.gone(reply);
  return { depth: 7 };
});

await needle.listen({ port: 5000 });
