import { BaseHttpController, controller, httpGet } from 'inversify-express-utils';

@controller('/hay')
export class HayController extends BaseHttpController {
  @httpGet('/bales/:bale')
  bale() {
    return this.ok();
  }
}
