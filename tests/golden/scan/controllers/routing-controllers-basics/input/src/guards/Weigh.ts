import type { ExpressMiddlewareInterface } from 'routing-controllers';
import { ForbiddenError } from 'routing-controllers';

export class Weigh implements ExpressMiddlewareInterface {
  use(request: any, response: any, next: () => void): void {
    if (request.body.grams > 500) throw new ForbiddenError('too heavy');
    next();
  }
}
