import { container, injectAll, injectable } from 'tsyringe';
import { Router } from 'express';

interface Jetty { routes(router: Router): void }

@injectable()
class Yachts implements Jetty { routes(router: Router): void { router.get('/yachts', (_req, res) => { res.json([]); }); } }
@injectable()
class Dinghies implements Jetty { routes(router: Router): void { router.put('/dinghies/:id', (_req, res) => { res.sendStatus(204); }); } } //~ core/duplicate-route

@injectable()
class Marina {
  constructor(@injectAll('Jetty') private readonly jetties: Jetty[]) {}
  mount(): Router {
    const router = Router();
    for (const jetty of this.jetties) jetty.routes(router);
    return router;
  }
}

container.register<Jetty>('Jetty', { useClass: Yachts });
container.register<Jetty>('Jetty', { useClass: Dinghies });

export function marina(): Router {
  const router = container.resolve(Marina).mount();
  // Of several the one that was registered last.
  container.resolve<Jetty>('Jetty').routes(router);
  router.get('/count', (_req, res) => { res.json(container.resolveAll<Jetty>('Jetty').length); });
  return router;
}
