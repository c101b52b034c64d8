// What the filter of an upload calls back with is an error of the request.
const Koa = require('koa');
const Router = require('@koa/router');
const multer = require('@koa/multer');

const onlyScans = (req, file, done) => {
  if (file.mimetype === 'application/pdf') return done(null, true);
  const refusal = new Error('scans only');
  refusal.status = 415;
  done(refusal, false);
};
const scans = multer({ dest: 'scans', fileFilter: onlyScans });
// It leaves files out, and refuses nobody.
const some = multer({ dest: 'scans', fileFilter: (req, file, done) => done(null, file.size > 0) });

const router = new Router();
router.post('/scan', scans.single('scan'), (ctx) => {
  ctx.body = { kept: ctx.file.filename };
});
router.post('/scans', scans.array('scans'), (ctx) => {
  if (ctx.files.length === 0) ctx.throw(400, 'no scans');
  ctx.body = { kept: ctx.files.length };
});
router.post('/some', some.single('scan'), (ctx) => {
  ctx.body = { kept: true };
});
router.post('/note', scans.none(), (ctx) => {
  ctx.body = { note: ctx.request.body.note };
});

const archive = new Koa();
archive.use(async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    ctx.status = error.status || 500;
    ctx.body = { why: error.message };
  }
});
archive.use(router.routes());
archive.listen(5200);
