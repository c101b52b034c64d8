import Koa, { type Context, type Next } from 'koa';
import Router from '@koa/router';
import { bodyParser } from '@koa/bodyparser';
import jwt from 'koa-jwt';
import ratelimit from 'koa-ratelimit';
import createError from 'http-errors';
import { z, ZodError, type ZodSchema } from 'zod';
import jsonwebtoken from 'jsonwebtoken';
import { PrismaClient } from '@prisma/client';

const prisma = new PrismaClient();
class NotThere extends Error { status = 404; constructor(what: string) { super(`${what} is not there`); this.name = 'NotThere'; } }

const app = new Koa();
app.use(async (ctx, next) => {
  try { await next(); } catch (error) {
    if (error instanceof ZodError) { ctx.status = 422; ctx.body = { issues: error.issues }; return; }
    if (error instanceof NotThere) { ctx.status = error.status; ctx.body = { missing: error.message }; return; }
    const known = error as { status?: number; message: string };
    ctx.status = known.status ?? 500;
    ctx.body = { error: known.message };
  }
});
app.use(bodyParser());
app.use(jwt({ secret: 'x' }).unless({ path: [/^\/login/, '/crates/public'] }));
app.use(ratelimit({ driver: 'memory', db: new Map(), duration: 60000, max: 100 }));

const check = (schema: ZodSchema, from: 'body' | 'query' = 'body') => async (ctx: Context, next: Next) => {
  ctx.state[from] = schema.parse(from === 'body' ? ctx.request.body : ctx.query);
  await next();
};
const crateBody = z.object({ label: z.string().min(1).max(80), weight: z.number().positive().optional() });
const paging = z.object({ page: z.coerce.number().int().min(1).default(1), size: z.coerce.number().int().max(50).default(10) });

const router = new Router({ prefix: '/crates' });
router.get('/', check(paging, 'query'), async (ctx) => {
  const { page, size } = ctx.state.query;
  const [crates, total] = await Promise.all([prisma.crate.findMany({ skip: (page - 1) * size, take: size, include: { items: true } }), prisma.crate.count()]);
  ctx.body = { crates, total, page };
});
router.get('/public', async (ctx) => { ctx.body = await prisma.crate.findMany({ select: { id: true, label: true } }); });
router.post('/', check(crateBody), async (ctx) => {
  const crate = await prisma.crate.create({ data: { ...ctx.state.body, ownerId: ctx.state.user.id } });
  ctx.status = 201;
  ctx.set('Location', `/crates/${crate.id}`);
  ctx.body = crate;
});
router.get('/:id', async (ctx) => {
  const crate = await prisma.crate.findUnique({ where: { id: Number(ctx.params.id) } });
  if (!crate) throw new NotThere('crate');
  ctx.body = crate;
});
router.patch('/:id', check(crateBody.partial()), async (ctx) => {
  const crate = await prisma.crate.findUnique({ where: { id: Number(ctx.params.id) } });
  ctx.assert(crate, 404, 'no crate');
  if (crate.ownerId !== ctx.state.user.id) throw createError(403, 'not yours');
  ctx.body = await prisma.crate.update({ where: { id: crate.id }, data: ctx.state.body });
});
router.delete('/:id', async (ctx) => {
  await prisma.crate.delete({ where: { id: Number(ctx.params.id) } });
  ctx.body = null;
});
const login = new Router();
login.post('/login', async (ctx) => {
  const { name, secret } = ctx.request.body as { name: string; secret: string };
  if (secret !== 'pear') { ctx.throw(401, 'wrong secret'); }
  ctx.body = { token: jsonwebtoken.sign({ id: 1, name }, 'x'), expires: 3600 };
});
login.get('/csv', (ctx) => { ctx.type = 'text/csv'; ctx.body = 'a,b'; });
login.get('/go', (ctx) => { ctx.redirect('/login'); });
login.get('/page', (ctx) => { ctx.type = 'html'; ctx.body = '<p>x</p>'; });
app.use(login.routes());
app.use(router.routes()).use(router.allowedMethods());
app.listen(3000);
