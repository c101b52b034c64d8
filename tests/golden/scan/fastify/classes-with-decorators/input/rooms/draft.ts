import { Controller, GET } from 'fastify-decorators';

@Controller('/draft')
export default class Draft {
  @GET('/never')
  async never(): Promise<object> {
    return {};
  }
}
