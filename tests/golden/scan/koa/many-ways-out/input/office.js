const Koa = require('koa');
const Router = require('@koa/router');

const office = new Koa();
// Each of them may change what is answered: an answer has a thousand ways out, and every status is found all the same.
const STAMPS = { 520: 'torn', 521: 'wet', 522: 'late', 523: 'lost', 524: 'odd', 525: 'thin', 526: 'blue', 527: 'bent', 528: 'void' };
for (const [status, stamp] of Object.entries(STAMPS))
  office.use(async (ctx, next) => {
    await next();
    if (ctx.query[stamp]) {
      ctx.status = Number(status);
      ctx.body = { stamp };
    }
  });

const counter = new Router();
counter.get('/letters/:id', async (ctx) => {
  const letter = await letterOf(ctx.params.id);
  if (!letter) {
    ctx.status = 404;
    return;
  }
  if (letter.sealed) {
    ctx.status = 409;
    ctx.body = { sealed: true };
    return;
  }
  ctx.body = { pages: 2 };
});
const letterOf = async (id) => (await fetch(`http://letters.test/${id}`)).json();
office.use(counter.routes());
office.listen(3000);
