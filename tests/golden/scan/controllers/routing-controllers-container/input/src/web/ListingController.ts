import { Get, Head } from 'routing-controllers';

export abstract class ListingController<T> {
  protected abstract everything(): T[];

  @Get('/')
  all() { return this.everything(); }

  @Head('/')
  count() { return null; }
}
