const Koa = require('koa');
const Router = require('@koa/router');

const answered = (way) => (ctx) => {
  ctx.status = 500;
  ctx.body = { way };
};
const watched = async (ctx, next) => {
  try {
    await next();
  } catch {
    answered('handed on')(ctx);
  }
};

// Each has a way of its own to see what is thrown behind it.
const ways = {
  tried: async (ctx, next) => {
    try {
      return await next();
    } catch {
      answered('tried')(ctx);
    }
  },
  chained: (ctx, next) => next().catch(() => answered('chained')(ctx)),
  called: async (ctx, next) => {
    try {
      await next.call(ctx);
    } catch {
      answered('called')(ctx);
    }
  },
  listed: async function (ctx, next) {
    try {
      await arguments[1]();
    } catch {
      answered('listed')(ctx);
    }
    return next ? undefined : null;
  },
  handed: (ctx, next) => watched(ctx, next),
  inner: (ctx, next) => {
    const fire = async () => {
      await next();
    };
    return fire().catch(() => answered('inner')(ctx));
  },
  innerTried: async (ctx, next) => {
    const fire = async () => {
      ctx.state.fired = true;
      await next();
      return ctx.state.fired;
    };
    try {
      await fire();
    } catch {
      answered('inner, tried')(ctx);
    }
  },
  settled: async (ctx, next) => {
    const done = new Promise((resolve, reject) => {
      next().then(resolve, reject);
    });
    await done.then(null, () => answered('settled')(ctx));
  },
  // Rejected in one arm, resolved in the other: what the route throws is not asked for here.
  waited: async (ctx, next) => {
    await new Promise((resolve, reject) => {
      if (ctx.query.hot === 'no') reject(Object.assign(new Error('cold'), { status: 503 }));
      else resolve();
    });
    await next();
  },
  // These do not: what they read is nothing that the route asks for.
  passing: async (ctx, next) => {
    ctx.state.page = ctx.query.page;
    await next();
  },
  given: (ctx, next) => (ctx.query.lang, next()),
  later: async (ctx, next) => {
    const started = ctx.get('x-started');
    try {
      JSON.parse(started);
    } catch {
      answered('broken')(ctx);
      return;
    }
    await next();
  },
};

const kiln = new Koa();
const pots = new Router();
for (const [name, way] of Object.entries(ways))
  pots.get(`/${name}`, way, (ctx) => {
    ctx.throw(409, 'it is cracked');
  });
kiln.use(pots.routes());
kiln.listen(3000);
