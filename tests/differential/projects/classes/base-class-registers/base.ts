import { Router, type Request, type Response, type NextFunction, type RequestHandler } from 'express';
interface Definition { path: string; method: 'get' | 'post' | 'delete'; handler: RequestHandler; middleware?: RequestHandler[] }
export abstract class RouteBase {
  readonly router = Router({ mergeParams: true });
  protected constructor(public readonly prefix: string) {
    this.router.use(RouteBase.trackVisit);
    this.configure();
  }
  private static trackVisit(req: Request, res: Response, next: NextFunction) { next(); }
  protected abstract configure(): void;
  protected route({ path, method, handler, middleware = [] }: Definition): void {
    this.router[method](path, ...middleware, handler.bind(this));
  }
}
