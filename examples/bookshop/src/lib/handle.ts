import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Hands a rejected promise to the error middleware. */
export const handle =
  <Params>(handler: (request: Request<Params>, response: Response, next: NextFunction) => unknown): RequestHandler<Params> =>
  (request, response, next) => {
    Promise.resolve(handler(request, response, next)).catch(next);
  };
