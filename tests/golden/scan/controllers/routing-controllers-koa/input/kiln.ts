import 'reflect-metadata';
import Koa from 'koa';
import { useKoaServer } from 'routing-controllers';
import { DustMiddleware, Glazes, Pots } from './shelves';

const kiln = new Koa();
useKoaServer(kiln, {
  routePrefix: '/workshop',
  controllers: [Pots, Glazes],
  middlewares: [DustMiddleware],
  authorizationChecker: async (action, roles) => action.context.headers['x-potter'] !== undefined && roles.length < 3,
});
kiln.listen(4030);
