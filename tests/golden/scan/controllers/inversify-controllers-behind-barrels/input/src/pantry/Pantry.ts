import { Container } from 'inversify';
import { Lids } from './Lids.js';

export class Pantry {
  async shelves(): Promise<Container> {
    const shelves = new Container();
    shelves.bind('lids').to(Lids);
    return shelves;
  }
}
