import type { FastifyReply, FastifyRequest } from 'fastify';
import { Controller, ErrorHandler, GET, POST, PUT } from 'fastify-decorators';

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

class Slipped extends Error {}
class SlippedBadly extends Slipped {}

abstract class Careful {
  @ErrorHandler(Slipped)
  async caught(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await reply.code(409).send({ caught: error.message });
  }

  @ErrorHandler('FST_ERR_VALIDATION')
  async warned(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await reply.code(422).send({ warned: true });
  }
}

// The first method that takes an error answers it: those of what the class extends come first. Others go on.
@Controller('/ramps')
export class Ramps extends Careful {
  @GET('/steep')
  async steep(): Promise<object> {
    throw new SlippedBadly('wet');
  }

  @GET('/long')
  async long(): Promise<object> {
    throw new Error('tired');
  }

  @POST({ url: '/', options: { schema: { body: { type: 'object', required: ['slope'], properties: { slope: { type: 'number' } } } } } })
  async build(): Promise<object> {
    return { built: true };
  }
}
