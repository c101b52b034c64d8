import { Router, type Request, type Response } from 'express';
import { container, injectable, instanceCachingFactory, predicateAwareClassFactory } from 'tsyringe';
import { Token, type Ledger } from './tokens';

@injectable()
class Bellows {
  readonly blow = (_request: Request, response: Response) => { response.status(202).json({ gusts: 3 }); };
}

@injectable()
class Pump {
  readonly blow = (_request: Request, response: Response) => { response.status(206).json({ litres: 3 }); };
}

container.register<Router>('bellows', {
  useFactory: (from) => {
    const bellows = Router();
    bellows.get('/gust', from.resolve(Bellows).blow);
    bellows.get('/price', (_request, response) => { response.json({ price: from.resolve<Ledger>(Token.Ledger).price('gust') }); });
    return bellows;
  },
});
container.register('cached', { useFactory: instanceCachingFactory((from) => from.resolve(Bellows)) });
container.register('either', { useFactory: predicateAwareClassFactory((from) => from.isRegistered('steam'), Pump, Bellows) });
