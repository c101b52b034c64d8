import type { FastifyReply, FastifyRequest } from 'fastify';
import { GET, Hook } from 'fastify-decorators';
import { Inject } from 'fastify-decorators';
import { Keys } from '../keys.js';

/** What extends it has its hook, which runs before its own, and its route. */
export abstract class Guarded {
  @Inject(Keys)
  protected keys!: Keys;

  @Hook('onRequest')
  async warden(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!this.keys.fits(request.headers['x-api-key'] as string | undefined)) await reply.code(401).send({ why: 'no key' });
  }

  @GET('/door')
  async door(): Promise<object> {
    return { open: true };
  }
}
