import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { north } from './doors/north.js';
import sentry from './sentry.js';

export async function makeCastle(options: FastifyServerOptions): Promise<FastifyInstance> {
  const castle = Fastify(options).withTypeProvider<ZodTypeProvider>();
  castle.register(cors, { origin: true });
  await castle.register(rateLimit, { max: 100, timeWindow: 60000 });
  castle.register(sentry);
  castle.register(north, { prefix: '/north' });
  return castle;
}
