const Koa = require('koa');
const Router = require('@koa/router');
const store = require('some-store');

const silo = new Koa();
const router = new Router();

// One arm hands on, the other throws: what is caught has answered nothing yet.
const known = async (ctx, next) => {
  try {
    if (ctx.isAuthenticated()) {
      return next();
    } else {
      ctx.throw(401, 'who are you');
    }
  } catch (error) {
    if (error.status === 401) {
      ctx.status = error.status;
      return;
    }
    throw error;
  }
};
// Of three arms two throw.
const weighed = async (ctx, next) => {
  try {
    const scale = await store.scale(ctx.headers['x-scale']);
    if (!scale) ctx.throw(404, 'no scale');
    else if (scale.isBroken) ctx.throw(409, 'broken');
    else return await next();
  } catch (error) {
    ctx.status = error.status;
  }
};
// It throws behind what the others have answered: that stays.
const counted = async (ctx, next) => {
  try {
    await next();
    if (ctx.query.strict) ctx.throw(406, 'not counted');
    else return;
  } catch (error) {
    ctx.status = error.status;
  }
};
// What was set in the arm that throws is there where that is caught.
router.get('/doors/:id', async (ctx) => {
  try {
    const door = await store.door(ctx.params.id);
    if (door) {
      ctx.body = { door: 'open' };
      return;
    } else {
      ctx.body = { door: 'none' };
      throw new Error('no door');
    }
  } catch (error) {
    ctx.status = 404;
  }
});

const grain = async (ctx) => {
  ctx.body = { tons: 3 };
};
router.get('/known', known, grain);
router.get('/weighed', weighed, grain);
router.get('/counted', counted, grain);
silo.use(router.routes());
silo.listen(3000);
