import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { written } from './document';

// Each document takes few of the steps; together they are more than a call may take that tells nothing.
export async function light(app: FastifyInstance) {
  await app.register(fastifyCors, { origin: true });
  const documents = { french: written('french'), english: written('english'), welsh: written('welsh'), basque: written('basque') };
  await app.register(async (inner) => {
    inner.get('/lamps', async () => ({ lamps: [{ lit: true }] }));
  });
  app.get('/document', async (request) => documents[(request.query as { language: 'french' | 'english' }).language]);
  return app;
}
