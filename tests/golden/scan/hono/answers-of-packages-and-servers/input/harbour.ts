import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { swaggerUI } from '@hono/swagger-ui';
import { apiReference, Scalar } from '@scalar/hono-api-reference';
import { proxy } from 'hono/proxy';
import { openAPIRouteHandler } from 'hono-openapi';
import { pilots } from './pilots.js';

const quay = new Hono();

// Handlers that packages make.
quay.get('/charts', swaggerUI({ url: '/charts.json' }));
quay.get('/charts.json', openAPIRouteHandler(quay, {}));
quay.get('/soundings', Scalar({ url: '/charts.json' }));
quay.get('/soundings/old', apiReference({ spec: { url: '/charts.json' } }));
quay.get('/signals/*', serveStatic({ root: './signals' }));
// Of these files it passes on what it does not find.
quay.get('/signals/today', (c) => c.json({ flag: 'blue' }));

// What another server answers, nobody knows.
quay.all('/weather/*', (c) => fetch(`https://weather.example${c.req.path}`));
quay.get('/tides', async (c) => {
  const tide = await proxy('https://tides.example/now', { headers: c.req.header() });
  if (!c.req.query('station')) return c.json({ error: 'which station?' }, 400);
  return tide;
});
quay.on(['GET', 'POST'], '/pilots/*', (c) => pilots.handler(c.req.raw));

// In front of others it answers for some requests only, and nothing of that is theirs.
quay.use('/berths/*', serveStatic({ root: './drawings' }));
quay.use('/berths/*', (c, next) => (c.req.query('far') ? fetch('https://far.example') : next()));
quay.get('/berths/:number', (c) => c.json({ number: c.req.param('number') }));

serve({ fetch: quay.fetch, port: 8080 });
