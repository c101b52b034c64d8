import { createFactory } from 'hono/factory';

export const ROWS = ['alpha', 'beta'] as const;

const factory = createFactory({ initApp: (app) => { app.use(async (c, next) => { await next(); }); } });
const prune = factory.createMiddleware(async (c, next) => { await next(); });
const cut = factory.createHandlers(prune, (c) => c.json({}));

export const grove = (row: string) => factory.createApp()
  .get(`/${row}-trees/:tree{[0-9]+}`, (c) => c.json({}))
  .delete('/trees/:tree?', ...cut);
