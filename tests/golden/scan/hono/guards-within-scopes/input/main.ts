// What is run in a scope of its own, or beside something that is kept for a request, is run at once, and once: `next` itself as well.
import { AsyncLocalStorage } from 'node:async_hooks';
import { serve } from '@hono/node-server';
import * as Sentry from '@sentry/node';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { passOf, riderOf } from './counter';

const riding = new AsyncLocalStorage<{ cabin: number }>();

async function asRider(c: any): Promise<void> {
  const key = c.req.header('x-api-key');
  if (key) {
    if (!(await passOf(key))) throw new HTTPException(401, { message: 'no such pass' });
    return;
  }
  const token = getCookie(c, 'ride_token');
  if (!token || !(await riderOf(token))) throw new HTTPException(401, { message: 'no rider' });
}

// `next` is handed over as it is.
const valley = new Hono();
valley.use('*', async (c, next) => {
  await asRider(c);
  return await riding.run({ cabin: 1 }, next);
});
valley.get('/cabins', (c) => c.json({ cabins: 12 }));

// Within a scope, behind addresses for everybody.
async function rider(c: any): Promise<{ name: string } | null> {
  try {
    return await riderOf(getCookie(c, 'ride_token')!);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
const summit = new Hono();
summit.use('*', async (c, next) => {
  if (c.req.path === '/summit/weather' || c.req.path === '/summit/view') return next();
  return Sentry.withIsolationScope(async () => {
    try {
      if (!(await rider(c))) throw new HTTPException(401, { message: 'no rider' });
      return await next();
    } catch (error) {
      if (!(error instanceof HTTPException)) throw new HTTPException(500, { message: 'stuck' });
      throw error;
    }
  });
});
summit.get('/weather', (c) => c.json({ wind: 3 }));
summit.get('/table', (c) => c.json({ seats: 40 }));

// What goes on elsewhere does so as it is: nobody is asked for anything.
const station = new Hono();
station.use('*', (c, next) => riding.exit(next));
station.get('/clock', (c) => c.json({ cabin: riding.getStore()?.cabin ?? null }));

const app = new Hono();
app.route('/valley', valley);
app.route('/summit', summit);
app.route('/station', station);
serve({ fetch: app.fetch, port: 3000 });
