const Koa = require('koa');
const Router = require('@koa/router');
const mount = require('koa-mount');
const serve = require('koa-static');
const send = require('koa-send');
const multer = require('@koa/multer');
const { koaBody } = require('koa-body');

const desk = new Koa();
desk.use(serve('public'));
desk.use(mount('/frames', serve('frames', { maxage: 1000 })));

const portraits = new Router({ prefix: '/portraits' });
const store = multer({ limits: { fileSize: 1024 } });

portraits.post('/', koaBody({ multipart: true, formidable: { maxFileSize: 2048 } }), async (ctx) => {
  const picture = ctx.request.files.picture;
  if (!picture) ctx.throw(400, 'a picture is needed');
  ctx.status = 201;
  ctx.body = { title: ctx.request.body.title, name: picture.originalFilename, size: picture.size };
});
portraits.put('/:portrait/face', store.single('face'), async (ctx) => { ctx.body = { stored: ctx.file.originalname, note: ctx.request.body.note }; });
portraits.post('/:portrait/details', store.fields([{ name: 'eyes', maxCount: 2 }, { name: 'hands' }]), async (ctx) => { ctx.body = { eyes: ctx.files.eyes.length }; });
portraits.post('/words', koaBody(), async (ctx) => { ctx.body = { words: ctx.request.body.words }; });
portraits.get('/:portrait/file', async (ctx) => { await send(ctx, `${ctx.params.portrait}.png`, { root: 'portraits' }); }); //~ project/answered-by-package

desk.use(portraits.routes());
module.exports = desk;
if (require.main === module) desk.listen(3000);
