const Koa = require('koa');
const Router = require('@koa/router');
const rocks = require('rock-store');

const app = new Koa();
const router = new Router();

// What went wrong stands on the context, by a function that looks for the rock.
const rockOf = async (ctx, id) => {
  if (!/^\d+$/.test(id)) {
    ctx.failedWith = 400;
    throw new Error('no number');
  }
  const rock = await rocks.find(id);
  if (!rock) {
    ctx.failedWith = 404;
    throw new Error('no such rock');
  }
  return rock;
};
const fail = (ctx, error) => {
  ctx.status = ctx.failedWith ? ctx.failedWith : 500;
  ctx.body = { error: error.message };
};
router.get('/rocks/:id', async (ctx) => {
  try {
    const rock = await rockOf(ctx, ctx.params.id);
    ctx.body = { name: String(rock.name) };
  } catch (error) {
    fail(ctx, error);
  }
});

// The same in a record of the function's own.
router.post('/rocks', async (ctx) => {
  const state = { code: 500 };
  try {
    if (!ctx.request.query.name) {
      state.code = 422;
      throw new Error('no name');
    }
    await rocks.add(ctx.request.query.name);
    ctx.status = 201;
  } catch {
    ctx.status = state.code;
  }
});

// Each error finds what was set for it.
router.delete('/rocks/:id', (ctx) => {
  const found = {};
  try {
    if (ctx.query.force === 'maybe') {
      found.code = 406;
      throw new Error('say yes or no');
    }
    if (ctx.query.force === 'never') throw new TypeError('never');
    ctx.status = 204;
  } catch (error) {
    if (error instanceof TypeError) ctx.status = found.code ?? 423;
    else ctx.status = found.code;
  }
});

app.use(router.routes());
app.listen(3000);
