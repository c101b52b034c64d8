import { Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import { streamSSE, streamText } from 'hono/streaming';
import { validator } from 'hono/validator';

const asJson = (content, status) => new Response(JSON.stringify(content), { status, headers: { 'Content-Type': 'application/json' } });

const keeper = createMiddleware(async (c, next) => {
  const badge = getCookie(c, 'badge');
  if (!badge) return asJson({ refused: 'no badge' }, 401);
  c.set('badge', badge);
  await next();
});

const room = new Hono();
room.get('/lamps', () => asJson([{ name: 'north', lit: true }], 200));
room.get('/lamps/:lamp', (c) => {
  if (c.req.query('broken')) return Response.json({ fault: 'glass' }, { status: 410 });
  if (c.req.query('elsewhere')) return Response.redirect('http://harbour.example/lamps', 307);
  return Response.json({ lamp: c.req.param('lamp') });
});
room.get('/oil', () => new Response('half full'));
room.delete('/oil', () => new Response(null, { status: 204 }));
room.post('/keepers', async (c) => {
  const form = await c.req.parseBody();
  if (!form.name) return new Response('no name', { status: 400 });
  setCookie(c, 'badge', 'b');
  return c.json({ name: String(form.name) }, 201);
});
room.put('/keepers', validator('form', (form, c) => (form.shift ? { shift: String(form.shift) } : c.text('no shift', 422))), (c) => c.json({ shift: c.req.valid('form').shift }));
room.get('/log', keeper, (c) => c.json({ badge: c.get('badge') }));
room.delete('/log', keeper, (c) => { deleteCookie(c, 'badge'); return c.body(null, 204); });
room.get('/flashes', (c) => streamSSE(c, async (stream) => { await stream.writeSSE({ data: 'long' }); }));
room.get('/horn', (c) => streamText(c, async (stream) => { await stream.write('hoo'); }));
room.get('/storm', () => { throw new HTTPException(503, { res: asJson({ storm: 'outside' }, 503) }); });
export default room;
