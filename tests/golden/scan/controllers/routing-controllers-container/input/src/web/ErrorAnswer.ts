import { Middleware, type ExpressErrorMiddlewareInterface } from 'routing-controllers';

@Middleware({ type: 'after' }) //~ core/path-without-slash
export class ErrorAnswer implements ExpressErrorMiddlewareInterface {
  error(error: any, request: any, response: any, next: (error: unknown) => void): void {
    response.status(error.httpCode ?? 500).json({ problem: error.message });
  }
}
