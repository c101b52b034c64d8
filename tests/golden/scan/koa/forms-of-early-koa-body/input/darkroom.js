const fs = require('fs');
const Koa = require('koa');
const Router = require('koa-router');
const koaBody = require('koa-body');

const app = new Koa();
const forms = koaBody({ multipart: true, formidable: { keepExtensions: true } });
const router = new Router({ prefix: '/prints' });

// Before version 4 a form is { fields, files } where other bodies are what was sent.
router.post('/', forms, async (ctx) => {
  const { negative } = ctx.request.body.files;
  const { title, paper } = ctx.request.body.fields;
  if (!title) ctx.throw(422, 'title');
  fs.createReadStream(negative.path).pipe(fs.createWriteStream(`prints/${negative.name}`));
  ctx.status = 201;
  ctx.body = { title, paper, bytes: negative.size };
});

router.put('/:print/frame', forms, async (ctx) => {
  const body = ctx.request.body;
  const picture = body.files && body.files.frame;
  ctx.body = { framed: Boolean(picture), wood: body.fields.wood };
});

// The same parser, and a body of JSON.
router.patch('/:print', forms, async (ctx) => {
  const { title } = ctx.request.body;
  ctx.body = { print: ctx.params.print, title };
});

// One that takes no forms with files: members with these names are members.
router.post('/albums', koaBody(), async (ctx) => {
  const { files, fields } = ctx.request.body;
  ctx.body = { files: files.cover, fields: fields.length };
});

app.use(router.routes()).use(router.allowedMethods());
app.listen(8080);
