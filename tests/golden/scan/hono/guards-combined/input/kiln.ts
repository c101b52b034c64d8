import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { jwt, verify, sign } from 'hono/jwt';
import { bearerAuth } from 'hono/bearer-auth';
import { basicAuth } from 'hono/basic-auth';
import { some, every, except } from 'hono/combine';
import { HTTPException } from 'hono/http-exception';
import { zValidator } from '@hono/zod-validator';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';

const kiln = new Hono<{ Variables: { potter: { id: string; role: string } } }>();
const potterOnly = createMiddleware(async (c, next) => {
  const token = c.req.header('Authorization')?.replace('Bearer ', '');
  if (!token) return c.json({ error: 'no token' }, 401);
  try { const payload = await verify(token, 'secret'); c.set('potter', { id: String(payload.sub), role: 'x' }); } catch { throw new HTTPException(403, { message: 'bad token' }); }
  await next();
});
kiln.use('/jwt/*', jwt({ secret: 'x' }));
kiln.get('/jwt/me', (c) => c.json({ me: c.get('jwtPayload').sub }));
kiln.use('/bearer/*', bearerAuth({ token: 'abc' }));
kiln.get('/bearer/x', (c) => c.text('x'));
kiln.get('/basic/x', basicAuth({ username: 'a', password: 'b' }), (c) => c.text('x'));
kiln.get('/some/x', some(bearerAuth({ token: 'abc' }), basicAuth({ username: 'a', password: 'b' })), (c) => c.text('x'));
kiln.get('/every/x', every(bearerAuth({ token: 'abc' }), potterOnly), (c) => c.text('x'));
kiln.use('/ex/*', except(['/ex/open', '/ex/free/*'], bearerAuth({ token: 'abc' })));
kiln.get('/ex/open', (c) => c.text('x'));
kiln.get('/ex/free/1', (c) => c.text('x'));
kiln.get('/ex/closed', (c) => c.text('x'));
kiln.get('/own', potterOnly, (c) => c.json(c.get('potter')));
kiln.post('/login', zValidator('json', z.object({ name: z.string().min(2), secret: z.string() })), async (c) => {
  const { name } = c.req.valid('json');
  const token = await sign({ sub: name }, 'secret');
  return c.json({ token }, 200);
});
kiln.onError((error, c) => (error instanceof HTTPException ? c.json({ message: error.message }, error.status) : c.json({ message: 'oops' }, 500)));
kiln.notFound((c) => c.json({ nothing: true }, 404));
serve({ fetch: kiln.fetch, port: 3000 });
