const Koa = require('koa');
const Router = require('koa-router');
const parser = require('koa-bodyparser');
const parameter = require('koa-parameter');
const guard = require('koa-jwt');
const papers = require('papers-of-today');

// Of a list that a setting chooses the one counts that holds by itself.
const OPEN = process.env.NODE_ENV === 'development' ? [/.*/] : [/^\/papers$/, '/readers'];
const kiosk = new Koa();
parameter(kiosk);
kiosk.use(parser());
kiosk.use(guard({ secret: process.env.SECRET }).unless({ path: OPEN }));

const PAPER = { title: 'string', pages: { type: 'int', min: 4, max: 96 }, colour: ['red', 'black'], code: /^[A-Z]{3}$/ };
const rack = new Router();
rack.get('/papers', async (ctx) => {
  ctx.verifyParams({ page: { type: 'int', required: false }, kind: { type: 'enum', values: ['daily', 'weekly'] } });
  ctx.body = await papers.list(ctx.query.page, ctx.query.kind);
});
rack.post('/papers/new', async (ctx) => {
  ctx.verifyParams({ ...PAPER, subtitle: 'string?', sections: { type: 'array', itemType: 'object', rule: { name: { type: 'string', max: 20 } } }, note: { type: 'string', allowEmpty: true } });
  ctx.status = 201;
  ctx.body = await papers.add(ctx.request.body);
});
rack.put('/papers/:id', async (ctx) => {
  ctx.verifyParams({ id: 'id', title: { type: 'string', required: false } });
  ctx.body = await papers.change(ctx.params.id, ctx.request.body.title);
});
rack.post('/readers', async (ctx) => {
  ctx.verifyParams({ mail: 'email', secret: { type: 'password', max: 30 } }, ctx.request.body);
  ctx.body = { reader: await papers.reader(ctx.request.body.mail) };
});
kiosk.use(rack.routes());
kiosk.listen(8088);
