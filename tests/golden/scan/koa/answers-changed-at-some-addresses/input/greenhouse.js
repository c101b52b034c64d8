// Middlewares that put something around answers, for some addresses and methods only. Each has an application of its own.
const Koa = require('koa');
const Router = require('@koa/router');

const PREFIXES = ['/api', '/v2'];
const format = (ctx) => {
  if (ctx.body) ctx.body = { code: 0, message: 'done', data: ctx.body };
  else ctx.body = { code: 0, message: 'done' };
};
const byPattern = (pattern) => async (ctx, next) => {
  const asked = new RegExp(pattern);
  await next();
  if (asked.test(ctx.originalUrl)) format(ctx);
};
const byPrefix = async (ctx, next) => {
  await next();
  if (PREFIXES.find((prefix) => ctx.url.indexOf(prefix) === 0)) ctx.body = { ok: true, data: ctx.body };
};
const either = async (ctx, next) => {
  await next();
  if (ctx.path.startsWith('/api')) ctx.body = { plants: ctx.body };
  else ctx.body = { page: ctx.body };
};
const exceptDocs = async (ctx, next) => {
  await next();
  if (ctx.path.startsWith('/docs')) return;
  ctx.body = { ok: true, data: ctx.body };
};
const around = async (ctx, next) => {
  if (!ctx.url.startsWith('/api')) return next();
  await next();
  ctx.body = { ok: true, data: ctx.body };
};
const ofReads = async (ctx, next) => {
  await next();
  if (ctx.method === 'GET') {
    ctx.body = { read: ctx.body };
    ctx.status = 203;
  }
};
// What else it asks nobody knows: at those addresses both go out.
const sometimes = async (ctx, next) => {
  await next();
  if (ctx.path.startsWith('/api') && Math.random() > 0.5) ctx.body = { lucky: ctx.body };
};
// The response is told as the context is: at none of these addresses it is another status.
const byResponse = async (ctx, next) => {
  await next();
  const isIcon = ctx.path === '/favicon.ico';
  if (isIcon) ctx.response.status = 202;
  if (['/robots.txt'].includes(ctx.request.url)) ctx.response.status = 204;
  if (ctx.path.startsWith('/docs')) ctx.response.status = 203;
};

[byPattern('^/api'), byPrefix, either, exceptDocs, around, ofReads, sometimes, byResponse].forEach((middleware, index) => {
  const house = new Koa();
  const router = new Router();
  router.get(`/api/${index}`, (ctx) => {
    ctx.body = { fern: 1 };
  });
  router.post(`/api/${index}`, (ctx) => {
    ctx.body = { moss: 'green' };
  });
  router.get(`/docs/${index}`, (ctx) => {
    ctx.body = { text: 'how to water' };
  });
  house.use(middleware).use(router.routes());
  house.listen(5000 + index);
});
