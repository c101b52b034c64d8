import { Service } from 'fastify-decorators';

@Service()
export class Keys {
  fits(key: string | undefined): boolean {
    return key === process.env.KEY;
  }
}
