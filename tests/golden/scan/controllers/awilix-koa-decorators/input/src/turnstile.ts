import Koa from 'koa';
import Router from '@koa/router';
import { createContainer, asClass, asFunction, Lifetime } from 'awilix';
import { attachContainer, importControllers } from 'awilix-koa';
import { TicketBook } from './lib/ticket-book';
import { makeWatch } from './lib/watch';

const turnstile = new Koa();
const container = createContainer();
container.register({ book: asClass(TicketBook, { lifetime: Lifetime.SINGLETON }), watch: asFunction(makeWatch).singleton() });
turnstile.use(attachContainer(container));

const gates = new Router({ prefix: '/gates' });
gates.use(async (ctx, next) => {
  try { await next(); } catch (error) { ctx.status = 418; ctx.body = { jam: (error as Error).message }; }
});
importControllers(gates, 'gates/*-gate.js', { cwd: __dirname });
turnstile.use(gates.routes()).use(gates.allowedMethods());
turnstile.listen(Number(process.env.PORT) || 4000);
