import type { Request, Response } from 'express';
import { RouteBase } from './base.js';
export class GullRoutes extends RouteBase {
  constructor(prefix: string) { super(prefix); }
  protected configure() {
    this.route({ path: '/', method: 'get', handler: this.list });
    this.route({ path: '/:gull', method: 'delete', handler: this.drop, middleware: [warden] });
  }
  private list(req: Request, res: Response) { res.end(); }
  private drop(req: Request, res: Response) { res.end(); }
}
function warden(req: any, res: any, next: any) { next(); }
