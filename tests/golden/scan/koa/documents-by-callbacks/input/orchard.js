const Koa = require('koa');
const Router = require('koa-router');
const mongoose = require('mongoose');

const Tree = mongoose.model('tree', new mongoose.Schema({ sort: { type: String, required: true }, rows: [Number], planted: { type: Date, default: Date.now } }));

// Each waits for what a callback gives it.
const plant = (tree) =>
  new Promise((resolve, reject) => {
    Tree.create(tree, (error, made) => {
      if (error) reject({ code: 500, message: error.message });
      resolve({ code: 0, data: { id: made._id, sort: made.sort } });
    });
  });
const plantAll = (trees) =>
  new Promise((resolve, reject) => {
    Tree.insertMany(trees, { ordered: false }, (error, made) => (error ? reject(error) : resolve(made)));
  });
const sorts = (row) =>
  new Promise((resolve) => {
    Tree.distinct('sort', { rows: row }, (error, found) => resolve(found));
  });

const orchard = new Koa();
const router = Router();
router.post('/trees', async (ctx) => {
  ctx.body = await plant(ctx.request.body).then((done) => done).catch((fault) => fault);
});
router.post('/trees/many', async (ctx) => {
  ctx.status = 201;
  ctx.body = { planted: await plantAll([{ sort: ctx.request.body.sort, rows: [1] }]) };
});
router.get('/sorts', async (ctx) => {
  ctx.body = { sorts: await sorts(Number(ctx.query.row)) };
});
orchard.use(router.routes());
orchard.listen(9191);
