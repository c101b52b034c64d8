import { Router, type Express } from 'express';
import type { RouteDefinition } from './decorators';
export class Assembler {
  private readonly types: any[] = [];
  constructor(private readonly app: Express) {}
  add(type: any) { this.types.push(type); return this; }
  at(base: string) {
    this.types.forEach((type) => {
      const instance = new type();
      const prefix = Reflect.getMetadata('prefix', type);
      const router = Router();
      const routes: RouteDefinition[] = Reflect.getMetadata('routes', type);
      routes.forEach((route) => {
        const before = Reflect.getMetadata('before', type.prototype, route.name) ?? [];
        (router as any)[route.verb](route.path, ...before, (req: any, res: any) => { instance[route.name](req, res); });
      });
      this.app.use(base + prefix, router);
    });
  }
}
