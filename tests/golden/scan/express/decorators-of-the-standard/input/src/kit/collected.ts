import type { Express, Request, RequestHandler, Response } from 'express';

interface Row {
  verb: 'get' | 'post' | 'delete';
  path: string;
  serve: (req: Request, res: Response) => unknown;
}

/** Routes that are collected on the prototype when the first object is made. */
const verb =
  (name: Row['verb']) =>
  (path: string) =>
  (method: Row['serve'], context: ClassMethodDecoratorContext): void => {
    context.addInitializer(function () {
      const prototype = Object.getPrototypeOf(this);
      prototype.rows ??= [];
      if (!prototype.rows.some((row: Row) => row.serve === method)) prototype.rows.push({ verb: name, path, serve: method });
    });
  };

export const Get = verb('get');
export const Post = verb('post');
export const Delete = verb('delete');

/** A desk whose rows are walked by a method that the decorator gives the class. */
export function Desk(prefix: string) {
  return <T extends new (...args: any[]) => object>(value: T, _context: ClassDecoratorContext<T>): void => {
    value.prototype.open = function (app: Express): void {
      for (const row of this.rows ?? []) app[row.verb as 'get'](`${prefix}${row.path}`, row.serve.bind(this) as RequestHandler);
    };
  };
}

/** A method in the place of another: it refuses first. */
export function Stamped(method: Row['serve'], _context: ClassMethodDecoratorContext) {
  return function (this: unknown, req: Request, res: Response) {
    if (!req.headers['x-stamp']) return res.status(400).json({ reason: 'no stamp' });
    return method.call(this, req, res);
  };
}
