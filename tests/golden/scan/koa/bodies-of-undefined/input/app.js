const Koa = require('koa');
const Router = require('@koa/router');

const doves = [];
const service = {
  // Nothing is given back.
  async add(name) {
    await Promise.resolve(doves.push({ name }));
  },
  forget(name) {
    doves.splice(doves.indexOf(name), 1);
  },
  async find(name) {
    return doves.find((dove) => dove.name === name);
  },
};

const router = new Router();
router.put('/doves/:dove', async (ctx) => {
  ctx.body = await service.add(ctx.params.dove);
});
router.delete('/doves/:dove', (ctx) => {
  ctx.response.body = service.forget(ctx.params.dove);
});
router.get('/doves/:dove', async (ctx) => {
  ctx.body = await service.find(ctx.params.dove);
});
// What is set afterwards is answered, and what sets no body at all answers that there is nothing.
router.post('/doves', async (ctx) => {
  ctx.body = undefined;
  ctx.body = { count: doves.length };
});
router.get('/hawks', async (ctx) => {
  await service.find('hawk');
});

const app = new Koa();
app.use(router.routes());
app.listen(3000);
