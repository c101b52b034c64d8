const Koa = require('koa');
const Router = require('@koa/router');

const bindery = new Koa();
bindery.use(async (ctx, next) => {
  const started = Date.now();
  await next();
  ctx.set('X-Response-Time', `${Date.now() - started}ms`);
});
// Around everything: errors, and a cover for what comes back.
bindery.use(async (ctx, next) => {
  try {
    await next();
    if (ctx.status === 404 && !ctx.body) ctx.throw(404, 'no such page');
  } catch (error) {
    ctx.status = error.status || 500;
    ctx.body = { torn: error.message };
  }
});

const covered = async (ctx, next) => {
  await next();
  if (ctx.body) ctx.body = { cover: 'cloth', pages: ctx.body };
};
const fromState = async (ctx, next) => {
  await next();
  ctx.body = { sheets: ctx.state.sheets };
};
const fromReturned = async (ctx, next) => {
  const sheets = await next();
  ctx.body = { sheets };
};
const numbered = async (ctx, next) => {
  await next();
  const { total, rows } = ctx.body;
  ctx.body = { page: Number(ctx.query.page), total, rows };
};
const accepted = async (ctx, next) => {
  await next();
  ctx.status = 202;
};

const book = (ctx) => {
  ctx.body = { title: 'Whales' };
};
const books = new Router({ prefix: '/books' });
books.get('/plain', book);
books.get('/covered', covered, book);
books.get('/twice', fromReturned, covered, () => ({ title: 'Whales' }));
books.get('/state', fromState, (ctx) => {
  ctx.state.sheets = [{ size: 'octavo' }];
});
books.get('/returned', fromReturned, async () => ({ size: 'quarto' }));
books.get('/numbered', numbered, (ctx) => {
  ctx.body = { total: 1, rows: [{ title: 'Whales' }] };
});
books.put('/later', accepted, book);
// Each answer goes out through the cover, and one that is thrown does not.
books.get('/:id', covered, (ctx) => {
  if (ctx.params.id === 'lost') ctx.throw(410, 'lost');
  if (ctx.query.short) {
    ctx.body = { title: 'W' };
    return;
  }
  ctx.status = 206;
  ctx.body = [{ leaf: 1 }];
});
// Behind an error nothing goes out but what catches it.
books.delete('/burnt', fromState, (ctx) => {
  ctx.throw(403, 'burnt');
});
bindery.use(books.routes());

bindery.listen(8080);
