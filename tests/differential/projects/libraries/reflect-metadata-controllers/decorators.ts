export interface RouteDefinition { verb: string; path: string; name: string }
export const Controller = (prefix: string): ClassDecorator => (target) => {
  Reflect.defineMetadata('prefix', prefix, target);
  if (!Reflect.hasMetadata('routes', target)) Reflect.defineMetadata('routes', [], target);
};
const method = (verb: string) => (path: string): MethodDecorator => (target, key) => {
  if (!Reflect.hasMetadata('routes', target.constructor)) Reflect.defineMetadata('routes', [], target.constructor);
  const routes = Reflect.getMetadata('routes', target.constructor) as RouteDefinition[];
  routes.push({ verb, path, name: key as string });
  Reflect.defineMetadata('routes', routes, target.constructor);
};
export const Get = method('get');
export const Delete = method('delete');
export const Use = (...fns: Function[]): MethodDecorator => (target, key) => Reflect.defineMetadata('before', fns, target, key);
