import { BaseHttpController, controller, httpGet, httpPost } from 'inversify-express-utils';

@controller('/jams')
export class JamController extends BaseHttpController {
  @httpGet('/')
  list() {
    return this.json([{ fruit: 'plum', grams: 340 }]);
  }

  @httpPost('/', 'lids')
  fill() {
    return this.json({ fruit: 'quince' }, 201);
  }
}
