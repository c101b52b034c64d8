import type { RequestHandler, Router } from 'express';

type Verb = 'get' | 'post' | 'delete';

export function Room(base = ''): ClassDecorator { return (target) => { Reflect.defineMetadata('base', base, target); }; }

const verb = (method: Verb) => (path: string): MethodDecorator => (target, key) => {
  Reflect.defineMetadata('verb', method, target, key);
  Reflect.defineMetadata('path', path, target, key);
};
export const Look = verb('get');
export const Book = verb('post');

export function Behind(guard: RequestHandler): MethodDecorator {
  return (target, key) => { Reflect.defineMetadata('guards', [guard, ...(Reflect.getMetadata('guards', target, key) ?? [])], target, key); };
}

export function assemble(router: Router, Kind: new (...args: any[]) => any, dependencies: unknown[]): void {
  const room = new Kind(...dependencies);
  const base = Reflect.getMetadata('base', Kind) as string;
  for (const name of Object.getOwnPropertyNames(Kind.prototype)) {
    if (name === 'constructor') continue;
    const method = Reflect.getMetadata('verb', room, name) as Verb | undefined;
    if (!method) continue;
    const guards = (Reflect.getMetadata('guards', room, name) as RequestHandler[]) ?? [];
    (router[method] as (path: string, ...handlers: RequestHandler[]) => void)(`${base}${Reflect.getMetadata('path', room, name)}`, ...guards, room[name].bind(room));
  }
}
