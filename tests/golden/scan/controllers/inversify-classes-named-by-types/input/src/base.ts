import { controller, httpGet, httpPost } from 'inversify-express-utils';
import { unmanaged } from 'inversify';

@controller('/')
export class Base {
  constructor(@unmanaged() protected readonly service: any) {}
  @httpGet('/all')
  all() {
    return this.service.all();
  }
}
