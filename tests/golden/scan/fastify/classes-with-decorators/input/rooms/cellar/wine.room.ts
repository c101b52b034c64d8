import { Controller, GET } from 'fastify-decorators';
import { Keys } from '../../keys.js';

@Controller('/cellar/wine')
export default class Wine {
  constructor(private readonly keys: Keys) {}

  @GET('/:year')
  async pour(): Promise<object> {
    return { poured: this.keys.fits('corkscrew') };
  }
}
