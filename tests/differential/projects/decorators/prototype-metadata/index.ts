import express, { Router } from 'express';
const ROUTES = Symbol('routes');
function route(method: 'get' | 'put', path: string) {
  return function (prototype: any, name: string, descriptor: PropertyDescriptor) {
    (prototype[ROUTES] ||= []).push([method, path, descriptor.value]);
  };
}
class Marsh {
  @route('get', '/reeds') reeds(req: any, res: any) { res.end(); }
  @route('put', '/reeds/:reed') cut(req: any, res: any) { res.end(); }
  static mount(at: string, app: any) {
    const router = Router();
    for (const [method, path, run] of (this.prototype as any)[ROUTES]) (router as any)[method](path, run);
    app.use(at, router);
  }
}
const app = express();
Marsh.mount('/marsh', app);
app.listen(1);
