import type { NextFunction, Request, Response } from 'express';
import { injectable } from 'inversify';
import { BaseMiddleware } from 'inversify-express-utils';

@injectable()
export class Lids extends BaseMiddleware {
  handler(request: Request, response: Response, next: NextFunction): void {
    if (!request.headers['x-lid']) {
      response.status(428).send({ error: 'closed' });
      return;
    }
    next();
  }
}
