import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** Hands a rejected promise to the error middleware. */
export const handle =
  (handler: RequestHandler): RequestHandler =>
  (request: Request, response: Response, next: NextFunction) => {
    Promise.resolve(handler(request, response, next)).catch(next);
  };
