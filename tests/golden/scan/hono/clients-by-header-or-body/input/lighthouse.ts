import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { MongoClient } from 'mongodb';

const clients = new MongoClient(process.env.MONGO_URL!).db().collection('clients');
const lighthouse = new Hono();

const namesIn = (header: string) => Buffer.from(header.slice('Basic '.length), 'base64').toString().split(':');

// A client says who it is in the header or in the body: whoever says it nowhere is refused.
const byEither = createMiddleware(async (c, next) => {
  const header = c.req.header('authorization');
  const said: { name: string; secret: string }[] = [];
  if (header?.startsWith('Basic ')) {
    const [name, secret] = namesIn(header);
    said.push({ name, secret });
  }
  const body = await c.req.parseBody();
  if (typeof body.client_name === 'string' && typeof body.client_secret === 'string') said.push({ name: body.client_name, secret: body.client_secret });
  if (said.length === 0) return c.json({ error: 'invalid_client' }, 401);
  const client = await clients.findOne(said[0]);
  if (!client) return c.json({ error: 'invalid_client' }, 401);
  await next();
});
// What is in the body here is no way to say it.
const byHeader = createMiddleware(async (c, next) => {
  const header = c.req.header('authorization');
  const { token } = await c.req.json();
  if (!header?.startsWith('Basic ')) return c.json({ error: 'invalid_client' }, 401);
  const [name, secret] = namesIn(header);
  const client = await clients.findOne({ name, secret, token });
  if (!client) return c.json({ error: 'invalid_client' }, 401);
  await next();
});

lighthouse.post('/beams', byEither, (c) => c.json({ lit: true }));
lighthouse.post('/horns', byHeader, (c) => c.json({ blown: true }));
serve({ fetch: lighthouse.fetch, port: 3000 });
