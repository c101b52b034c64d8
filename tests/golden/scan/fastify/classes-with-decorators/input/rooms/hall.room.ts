import type { FastifyRequest } from 'fastify';
import { Controller, DELETE, GET, Hook, POST } from 'fastify-decorators';
import { Guarded } from './guarded.js';

const table = { type: 'object', required: ['seats'], properties: { seats: { type: 'integer' } } };

@Controller({ route: '/hall' })
export default class Hall extends Guarded {
  @Hook('preHandler')
  async polish(): Promise<void> {}

  @GET()
  async look(): Promise<object> {
    return { tables: 3 };
  }

  @POST({ url: '/tables', options: { schema: { body: table } } })
  async lay(request: FastifyRequest<{ Body: { seats: number } }>): Promise<object> {
    return { seats: request.body.seats };
  }

  @DELETE('/tables/:id', { preValidation: async function sweep() {} })
  async clear(request: FastifyRequest<{ Params: { id: string } }>): Promise<object> {
    return { cleared: request.params.id };
  }
}
