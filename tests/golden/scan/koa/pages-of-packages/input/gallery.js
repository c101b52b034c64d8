const Koa = require('koa');
const Router = require('@koa/router');
const views = require('@ladjs/koa-views');

const gallery = new Koa();
const rooms = new Router();
gallery.use(views(`${__dirname}/views`, { extension: 'pug' }));
rooms.get('/', async (ctx) => { await ctx.render('hall', { open: true }); });
rooms.get('/rooms/:room', async (ctx) => {
  if (!ctx.query.ticket) return ctx.redirect('/');
  ctx.status = 203;
  await ctx.render('room', { room: ctx.params.room });
});
rooms.get('/lost', async (ctx) => { ctx.throw(404, 'no such room'); await ctx.render('never'); });
/** A function of the program by the same name is what it is. */
rooms.get('/drawn', async (ctx, next) => { ctx.render = (name) => { ctx.body = { name }; }; await next(); }, (ctx) => ctx.render('drawn'));
gallery.use(rooms.routes());
gallery.listen(8080);
