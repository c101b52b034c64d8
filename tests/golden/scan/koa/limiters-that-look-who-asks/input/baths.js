const Koa = require('koa');
const Router = require('koa-router');
const jwt = require('jsonwebtoken');
const { turnstile, tally } = require('some-counter');

const failure = (status, message) => Object.assign(new Error(message), { status });

/** Counts by who asks, else by address: a token that is not good is nobody's. */
const countedFor = async (ctx) => {
  try {
    const [, token] = ctx.get('authorization').split(' ');
    if (token) return jwt.verify(token, process.env.SECRET).sub;
  } catch {
    // By address.
  }
  return ctx.ip;
};
const counting = () => async (ctx, next) => {
  if (await turnstile.over(await countedFor(ctx))) throw failure(429, 'The pool is full');
  await next();
};

/** The same with a counter that is made when it is first asked for, and may not come up. */
class Counter {
  constructor(address) {
    try {
      this.options = JSON.parse(Buffer.from(address, 'base64').toString());
    } catch (error) {
      throw new Error(`Not an address: ${error}`);
    }
  }
  static get shared() {
    return this.one || (this.one = new this(process.env.COUNTER));
  }
}
const countingLate = () => async (ctx, next) => {
  const who = await countedFor(ctx);
  try {
    await Counter.shared.take(who);
  } catch (gone) {
    if (gone instanceof Error) return next();
    throw failure(429, 'The pool is full');
  }
  ctx.state.swimmer = who;
  await next();
};

/** By the key in a header, and closed while the water is changed. */
const countingByKey = () => async (ctx, next) => {
  const key = ctx.get('x-api-key');
  if (tally.changing) throw failure(503, 'The water is changed');
  if (await turnstile.over(key || ctx.ip)) throw failure(429, 'The pool is full');
  await next();
};

/** Guards that count as well. */
const guarding = () => async (ctx, next) => {
  let who;
  try {
    who = jwt.verify(ctx.get('authorization'), process.env.SECRET);
  } catch {
    throw failure(401, 'Show your ticket');
  }
  if (await turnstile.over(who.sub)) throw failure(429, 'The pool is full');
  await next();
};
const guardingWithoutStatus = () => async (ctx, next) => {
  let who;
  try {
    who = jwt.verify(ctx.get('authorization'), process.env.SECRET);
  } catch {
    throw new Error('Not a good token');
  }
  if (await turnstile.over(who.sub)) throw failure(429, 'The pool is full');
  await next();
};
const verifying = () => async (ctx, next) => {
  const who = jwt.verify(ctx.get('authorization'), process.env.SECRET);
  if (await turnstile.over(who.sub)) throw failure(429, 'The pool is full');
  await next();
};
/** Without the counter's error it is what it was. */
const knowing = () => async (ctx, next) => {
  try {
    ctx.state.user = jwt.verify(ctx.get('authorization'), process.env.SECRET);
  } catch {
    ctx.state.user = null;
  }
  await next();
};

const app = new Koa();
const router = new Router();
const lane = (ctx) => {
  ctx.body = { lane: 1 };
};
router.get('/counted', counting(), lane);
router.get('/counted-late', countingLate(), lane);
router.get('/counted-by-key', countingByKey(), lane);
router.get('/guarded', guarding(), lane);
router.get('/guarded-without-status', guardingWithoutStatus(), lane);
router.get('/verified', verifying(), lane);
router.get('/known', knowing(), lane);
app.use(router.routes());
app.listen(3000);
