const Koa = require('koa');
const Router = require('@koa/router');
const bodyParser = require('koa-bodyparser');
const createError = require('http-errors');
const store = require('./store');

const router = new Router();
const answer = (error, ctx) => {
  ctx.status = error.status || 500;
  ctx.body = { message: error.message };
};

// Each step may fail in ways of its own, and behind each there are several answers so far.
router.post('/crossings', async (ctx) => {
  try {
    const traveller = await store.find('travellers', ctx.request.body.traveller);
    if (!traveller || !traveller.id) throw new Error('nobody');
    const ferry = await store.find('ferries', ctx.request.body.ferry);
    if (!ferry) throw createError.NotFound('no such ferry');
    if (ferry.full) {
      ctx.body = { code: 1 };
      if (ferry.closed) throw createError.Gone('closed');
    } else if (ferry.late) {
      ctx.body = { code: 2 };
      if (ferry.lost) throw createError.Conflict('lost');
    } else if (ferry.cancelled) {
      ctx.body = { code: 3 };
    }
    const seat = await store.find('seats', ferry.id);
    if (!seat) throw createError.UnprocessableEntity('no seat');
    if (seat.owner !== traveller.id) throw createError.Forbidden('of another');
    if (seat.paid) ctx.body = { code: 4 };
    else if (seat.reserved) {
      if (seat.expired) throw createError.PaymentRequired('pay');
      ctx.body = { code: 5 };
    } else ctx.body = { code: 6 };
    const written = await store.write(traveller, ferry, seat);
    if (!written) throw createError.ServiceUnavailable('later');
    if (written.twice) throw createError.BadRequest('twice');
  } catch (error) {
    answer(error, ctx);
  }
});
// The status alone is set once more: what was answered stays.
router.get('/crossings/:id', async (ctx) => {
  const crossing = await store.find('crossings', ctx.params.id);
  if (crossing.open) ctx.body = { open: true };
  else ctx.body = { closed: crossing.reason };
  ctx.status = 203;
});

const app = new Koa();
app.use(bodyParser());
app.use(router.routes());
app.listen(3000);
