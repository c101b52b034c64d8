import { Router, type Express } from 'express';
interface Entry { method: string; path: string; property: string }
const table = new Map<Function, Entry[]>();
const prefixes = new WeakMap<Function, string>();
const guards = new Map<string, any[]>();
export function Controller(prefix = ''): ClassDecorator { return (target) => { prefixes.set(target, prefix); }; }
const verb = (method: string) => (path = ''): MethodDecorator => (target, property) => {
  const entries = table.get(target.constructor) ?? [];
  entries.push({ method, path, property: String(property) });
  table.set(target.constructor, entries);
};
export const Get = verb('get');
export const Post = verb('post');
export function Guard(...all: any[]): MethodDecorator {
  return (target, property, descriptor) => { guards.set(`${target.constructor.name}.${String(property)}`, all); return descriptor; };
}
export function install(app: Express, controllers: Function[], base: string) {
  for (const controller of controllers) {
    const instance = new (controller as any)();
    const router = Router();
    for (const { method, path, property } of table.get(controller) ?? []) {
      (router as any)[method](path || '/', ...(guards.get(`${controller.name}.${property}`) ?? []), instance[property].bind(instance));
    }
    app.use(base + prefixes.get(controller), router);
  }
}
