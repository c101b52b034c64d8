import { BaseHttpController, controller, httpGet } from 'inversify-express-utils';

export interface Pickle {
  sour: boolean;
}

/** Only its types are passed on: TypeScript leaves that out, and the file is never loaded. */
@controller('/pickles')
export class PickleController extends BaseHttpController {
  @httpGet('/')
  list() {
    return this.json([]);
  }
}
