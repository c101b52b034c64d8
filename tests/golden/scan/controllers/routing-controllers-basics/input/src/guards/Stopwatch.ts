import { Middleware, type ExpressMiddlewareInterface } from 'routing-controllers';

@Middleware({ type: 'before' })
export class Stopwatch implements ExpressMiddlewareInterface {
  use(request: any, response: any, next: (error?: unknown) => void): void { next(); }
}
