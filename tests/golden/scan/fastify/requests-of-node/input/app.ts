import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { betterAuth } from 'better-auth';
import { fromNodeHeaders } from 'better-auth/node';
import jwt from 'jsonwebtoken';

const auth = betterAuth({ emailAndPassword: { enabled: true } });
const app = Fastify();

// Node's own request has the headers that Fastify's has.
const bySession = async (request: FastifyRequest, reply: FastifyReply) => {
  const session = await auth.api.getSession({ headers: fromNodeHeaders(request.raw.headers) });
  if (!session) return reply.status(401).send({ message: 'log in' });
};

const byToken = async (request: FastifyRequest, reply: FastifyReply) => {
  const { headers } = request.raw;
  const token = headers.authorization?.split(' ')[1];
  if (!token) return reply.status(401).send({ message: 'no token' });
  jwt.verify(token, process.env.SECRET!);
};

const byKey = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
  // What is read of its address and method is that of the request as well.
  if (raw.method === 'GET' && raw.url?.startsWith('/keys/open')) return;
  if (raw.headers['x-api-key'] !== process.env.KEY) return reply.code(403).send();
};

app.get('/session', { preHandler: bySession }, async () => ({ by: 'session' }));
app.get('/token', { preHandler: byToken }, async () => ({ by: 'token' }));
app.get('/agents', async (request) => ({ agent: request.raw.headers['x-agent'] ?? null, secure: (request.raw.socket as any).encrypted }));
app.register(async (keys) => {
  keys.addHook('onRequest', byKey);
  keys.get('/keys/open', async () => ({ by: 'nobody' }));
  keys.get('/keys/closed', async () => ({ by: 'key' }));
});

await app.listen({ port: 3000 });
