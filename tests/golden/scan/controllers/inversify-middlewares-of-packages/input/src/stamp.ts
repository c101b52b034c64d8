import { injectable } from 'inversify';
import { BaseMiddleware } from 'inversify-express-utils';
import type { NextFunction, Request, Response } from 'express';

@injectable()
export class Stamp extends BaseMiddleware {
  handler(req: Request, res: Response, next: NextFunction) {
    if (!req.get('x-stamp')) {
      res.status(428).json({ stamp: 'missing' });
      return;
    }
    next();
  }
}
