import { Hono } from 'hono/mod.ts';
import { createMiddleware } from 'hono/helper/factory/index.ts';
import { jwt } from 'jwt';
import { Hono as Second } from 'jsr:@hono/hono@^4.3.4';
import { Hono as Third } from 'npm:hono@4.3.4';
import { buoys } from '@harbour/buoys.ts';

const watch = createMiddleware(async function watch(c, next) {
  if (!c.req.header('authorization')) return c.text('who?', 401);
  await next();
});

const app = new Hono();
app.route('/buoys', buoys);
app.get('/log', watch, (c) => c.json({ entries: [] }));
app.use('/papers/*', jwt({ secret: 'salt' }));
app.route('/papers', new Second().get('/:ship', (c) => c.json({ ship: c.req.param('ship') })));
app.route('/weather', new Third().get('/', (c) => c.text('fog')));

Deno.serve(app.fetch);
