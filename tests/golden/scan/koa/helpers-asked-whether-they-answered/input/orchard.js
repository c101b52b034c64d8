const Koa = require('koa');
const Router = require('@koa/router');
const mongoose = require('mongoose');
const store = require('some-store');

const orchard = new Koa();
const router = new Router();
const Post = mongoose.model('Post', new mongoose.Schema({ name: String, mayPick: Boolean }));

const refuse = (ctx, status, why) => {
  ctx.body = { why };
  ctx.status = status;
};

// Asked in a constant of its own, and where what is not found is an empty list.
const mayPick = async (ctx) => {
  const posts = await Post.find({ keeper: 1 }).catch(() => []);
  if (!posts.length) {
    refuse(ctx, 403, 'no post');
    return false;
  }
  const post = posts.find((each) => each.mayPick);
  if (!post) {
    refuse(ctx, 403, 'not yours');
    return false;
  }
  return true;
};
router.post('/trees', async (ctx) => {
  const isAllowed = await mayPick(ctx);
  if (!isAllowed) return;
  await store.plant(ctx.request.body);
  ctx.body = { planted: 'yes' };
  ctx.status = 201;
});

// Both arms return.
const isRipe = (ctx, tree) => {
  if (tree.age > 3) {
    return true;
  } else {
    refuse(ctx, 409, 'too young');
    return false;
  }
};
router.get('/trees/:id', async (ctx) => {
  const tree = await store.tree(ctx.params.id);
  const ripe = isRipe(ctx, tree);
  if (ripe) ctx.body = { apples: 3 };
});

// What a helper finds is asked for.
const treeOf = async (ctx) => {
  const tree = await store.tree(ctx.params.id);
  if (!tree) refuse(ctx, 404, 'no tree');
  if (!tree) return null;
  return { id: ctx.params.id, tree };
};
router.delete('/trees/:id', async (ctx) => {
  const found = await treeOf(ctx);
  if (!found) return;
  ctx.status = 204;
});

// It goes on, whatever the helper says: what that has set stays.
router.put('/trees/:id', async (ctx) => {
  const isAllowed = await mayPick(ctx);
  ctx.body = { pruned: isAllowed };
});

// Another one of the same name is asked.
router.patch('/trees/:id', async (ctx) => {
  const isAllowed = await mayPick(ctx);
  const ask = (isAllowed) => {
    if (!isAllowed) return;
    ctx.body = { grafted: true };
  };
  ask(await store.asks());
});

// A `catch` that sets all of it: one answer, whatever was set before.
router.get('/baskets', async (ctx) => {
  try {
    const isAllowed = await mayPick(ctx);
    if (!isAllowed) return;
    if (!(await store.tree(1))) return refuse(ctx, 404, 'a');
    if (!(await store.tree(2))) return refuse(ctx, 409, 'b');
    if (!(await store.tree(3))) return refuse(ctx, 410, 'c');
    ctx.body = { baskets: await store.count() };
  } catch (error) {
    refuse(ctx, 500, error.message);
  }
});

orchard.use(router.routes());
orchard.listen(3000);
