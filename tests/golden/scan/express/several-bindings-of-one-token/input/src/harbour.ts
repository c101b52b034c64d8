import { Container, inject, injectable, multiInject } from 'inversify';
import { Router } from 'express';

interface Pier { readonly at: string; routes(): Router }
const PIER = Symbol.for('Pier');
const FEES = Symbol.for('Fees');

@injectable()
class Fishers implements Pier {
  readonly at = '/fishers';
  // A member is injected where the constructor has no parameters.
  @inject(FEES) private readonly fees!: { readonly path: string };
  routes(): Router { return Router().get('/', (_req, res) => { res.json([]); }).get(this.fees.path, (_req, res) => { res.json({}); }); }
}

@injectable()
class Ferries implements Pier {
  readonly at = '/ferries';
  routes(): Router { return Router().post('/tickets', (_req, res) => { res.sendStatus(201); }); }
}

@injectable()
class Harbour {
  private readonly router = Router();
  constructor(@multiInject(PIER) private readonly piers: Pier[]) {}
  mount(): Router {
    this.piers.forEach((pier) => { this.router.use(pier.at, pier.routes()); });
    return this.router;
  }
}

export function harbour(): Router {
  const container = new Container();
  container.bind<Pier>(PIER).to(Fishers).inSingletonScope();
  container.bind<Pier>(PIER).to(Ferries);
  container.bind(FEES).toConstantValue({ path: '/old-fees' });
  // The only one from here on.
  container.rebind(FEES).toConstantValue({ path: '/fees' });
  container.bind(Harbour).toSelf();
  return container.get(Harbour).mount();
}
