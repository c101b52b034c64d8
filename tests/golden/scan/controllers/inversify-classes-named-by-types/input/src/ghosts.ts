import { controller, httpGet } from 'inversify-express-utils';

@controller('/ghosts')
export class Ghost {
  @httpGet('/')
  all() {
    return [];
  }
}
