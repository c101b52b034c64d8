// Where a link of an optional chain is nothing, no call and no member behind it is come to, however many calls stand between.
import Koa, { type Context, type Next } from 'koa';
import Router from '@koa/router';
import { jwtVerify } from 'jose';

declare const settings: { wick?: { kind(): { names(): string[] } } };
const key = new TextEncoder().encode('oil');
const open = ['/light', /^\/glow\/./];

const isOpen = (path: string) => open.some((each) => (typeof each === 'string' ? each === path : each.test(path)));

async function byPart(ctx: Context, next: Next) {
  const token = ctx.headers.authorization?.split(' ')[1];
  if (isOpen(ctx.path) && !token) return next();
  if (!token) ctx.throw(401, 'no oil');
  await jwtVerify(token, key);
  await next();
}
async function byLast(ctx: Context, next: Next) {
  const token = ctx.request?.headers?.authorization?.split(' ').map((part) => part.trim()).pop()!;
  if (!(isOpen(ctx.path) && !token)) {
    try {
      if (!token) throw new Error('no wick');
      await jwtVerify(token, key);
    } catch (error) {
      ctx.throw(401, 'dark');
    }
  }
  await next();
}

const unset: { at: () => string[] } | undefined = undefined;
const lantern = new Koa();
const hooks = new Router({ prefix: `/${(unset as any)?.at().slice(1)!.join('/') ?? 'hooks'}` });
hooks.use(byPart);
hooks.get('/', (ctx) => {
  ctx.body = { hung: true };
});
const flames = new Router();
for (const guard of [byPart, byLast]) flames.use(guard);
flames.post('/light', (ctx) => {
  ctx.body = { lit: true };
});
flames.get('/glow/:far', (ctx) => {
  ctx.body = { far: ctx.params.far };
});
flames.get('/wick', (ctx) => {
  ctx.body = { names: settings.wick?.kind().names()[0] };
});
lantern.use(hooks.routes()).use(flames.routes());
lantern.listen(3000);
