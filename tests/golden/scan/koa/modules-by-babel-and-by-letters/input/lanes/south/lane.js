import Router from '@Koa/Router';

const south = new Router({ prefix: '/south' });
south.get('/sign', (ctx) => {
  ctx.body = { to: 'south' };
});
export default south;
