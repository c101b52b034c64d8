import Router from '@koa/router';

export const north = new Router({ prefix: '/north' });
north.get('/sign', (ctx) => {
  ctx.body = { to: 'north' };
});
