import type { FastifyReply, FastifyRequest } from 'fastify';
import { Controller, ErrorHandler, PUT } from 'fastify-decorators';

@Controller()
export class Stairs {
  @PUT('/stairs')
  async climb(): Promise<object> {
    throw new Error('tired');
  }

  @ErrorHandler()
  async rest(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await reply.code(503).send({ why: error.message });
  }
}
