import { injectable } from 'inversify';
import { BaseMiddleware } from 'inversify-express-utils';
import { verify } from 'jsonwebtoken';

@injectable()
export class Smoke extends BaseMiddleware {
  handler(request: any, response: any, next: any): void {
    const header = request.headers.authorization;
    if (!header) { response.status(401).json({ swarm: 'no smoke' }); return; }
    response.locals.keeper = verify(header, 'propolis');
    next();
  }
}
