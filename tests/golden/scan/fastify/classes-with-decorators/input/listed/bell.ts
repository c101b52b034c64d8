import { GET, Hook, RequestHandler } from 'fastify-decorators';

/** A class that is one route: an object for each request. */
@GET('/bell/:times')
export class Bell extends RequestHandler {
  @Hook('preHandler')
  async warn(): Promise<void> {}

  async handle(): Promise<object> {
    return { rung: (this.request.params as { times: string }).times };
  }
}
