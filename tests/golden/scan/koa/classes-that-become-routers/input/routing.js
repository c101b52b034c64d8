import Router from 'koa-router';

const on = (method) => (path) => (owner, name, descriptor) => {
  (owner.steps ??= []).push({ method, path, run: descriptor.value });
};
export const Read = on('get');
export const Write = on('post');

// What stands in place of the class is the router that was made of it.
export function Routes(owner) {
  const router = new Router({ prefix: owner.at });
  for (const { method, path, run } of owner.steps)
    router[method](path, async (ctx) => {
      ctx.body = await run.call({ ctx });
    });
  return router;
}

// Gives nothing: the class stays.
export function Named(owner) {
  owner.title = owner.name.toLowerCase();
}
