import type { FastifyInstance } from 'fastify';

export async function rye(oven: FastifyInstance) {
  oven.get('/loaves', async () => ['dark', 'light']);
}
