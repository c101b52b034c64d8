import { Router, type NextFunction, type Request, type Response } from 'express';
import { container, inject, injectable, singleton } from 'tsyringe';
import { z } from 'zod';
import { Token, type Ledger } from './tokens';

@singleton()
class PaperLedger implements Ledger {
  price(kind: string) { return kind.length; }
}

@injectable()
class KeyGuard {
  handler() {
    return (request: Request, response: Response, next: NextFunction) => {
      if (!request.headers.authorization) { response.status(401).json({ stranger: true }); return; }
      next();
    };
  }
}

@injectable()
class Forge {
  constructor(@inject(Token.Ledger) private readonly ledger: Ledger) {}
  private readonly order = z.object({ kind: z.enum(['sword', 'plough']), weight: z.number().min(1) });
  make(request: Request, response: Response) {
    const order = this.order.parse(request.body);
    response.status(201).json({ made: order.kind, price: this.ledger.price(order.kind) });
  }
}

@injectable()
export class SmithyRouter {
  readonly router = Router();
  constructor(@inject(Token.Forge) private readonly forge: Forge, @inject(Token.Guard) guard: KeyGuard, @inject(Token.Prefix) prefix: string) {
    this.router.post(`${prefix}/orders`, guard.handler(), this.forge.make.bind(this.forge));
  }
}

container.registerSingleton<Ledger>(Token.Ledger, PaperLedger);
container.register(Token.Guard, { useClass: KeyGuard });
container.register<Forge>(Token.Forge, Forge);
container.register(Token.Prefix, { useValue: '/smithy' });
