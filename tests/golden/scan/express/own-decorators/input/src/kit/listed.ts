import type { Application } from 'express';

interface Listed { method: 'get' | 'put'; path: string; member: string }

export const Listed = (method: Listed['method'], path: string) => (target: any, member: string, descriptor: PropertyDescriptor): PropertyDescriptor => {
  if (!Reflect.hasOwnMetadata('listed', target.constructor)) Reflect.defineMetadata('listed', [], target.constructor);
  Reflect.getMetadata('listed', target.constructor).push({ method, path, member });
  const inner = descriptor.value;
  return { ...descriptor, value: async function served(this: unknown, request: any, response: any, next: any) { try { response.json(await inner.call(this, request)); } catch (error) { next(error); } } };
};

export abstract class Listing {
  attach(application: Application): void {
    const routes: Listed[] = Reflect.getMetadata('listed', this.constructor);
    routes.forEach(({ method, path, member }) => application[method](path, (this as any)[member].bind(this)));
  }
}
