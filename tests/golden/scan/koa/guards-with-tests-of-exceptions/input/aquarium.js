const Koa = require('koa');
const Router = require('@koa/router');
const jwt = require('koa-jwt');
const { isOpenToday } = require('./calendar');

const tanks = (below, guard) => {
  const rooms = new Router({ prefix: below });
  rooms.use(guard);
  rooms.get('/fish', (ctx) => { ctx.body = [{ fins: 2 }]; });
  rooms.post('/fish', (ctx) => { ctx.status = 201; });
  rooms.get('/tickets/:day', (ctx) => { ctx.body = { left: 3 }; });
  rooms.get('/pumps', (ctx) => { ctx.body = { running: true }; });
  return rooms.routes();
};
const guard = () => jwt({ secret: 'coral' });

const aquarium = new Koa();
// The function itself, and what it says of paths that are not its own.
aquarium.use(tanks('/a', guard().unless((ctx) => {
  if (/^\/a\//.test(ctx.path)) return ['/a/fish', '/a/nothing'].includes(ctx.path);
  return true;
})));
// As an option, beside paths.
aquarium.use(tanks('/b', guard().unless({ path: ['/b/pumps'], custom: (ctx) => ctx.path.startsWith('/b/tickets/') })));
// By the method, and by more than one thing at once.
aquarium.use(tanks('/c', guard().unless({ custom: ({ method, path }) => method === 'GET' && path === '/c/fish' })));
// As older versions gave it: the context is `this`.
aquarium.use(tanks('/d', guard().unless({ custom() { return this.url.endsWith('/pumps'); } })));
// What only run time knows lets nobody by for certain, nor does what always says no.
aquarium.use(tanks('/e', guard().unless(() => isOpenToday())));
aquarium.use(tanks('/f', guard().unless({ custom: () => false })));
aquarium.listen(4002);
