import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { jwk } from 'hono/jwk';
import { jwt } from 'hono/jwt';

const dairy = new Hono();
const keys = { jwks_uri: 'https://dairy.example/keys', alg: ['RS256'] };
dairy.get('/plain', jwt({ secret: 'cream', alg: 'HS256' }), (c) => c.json({ plain: true }));
dairy.get('/header', jwt({ secret: 'cream', alg: 'HS256', headerName: 'X-Milker' }), (c) => c.json({ header: true }));
dairy.get('/cookie', jwk({ ...keys, cookie: 'milker', allow_anon: true }), (c) => c.json({ cookie: true }));
dairy.get('/perhaps', jwk({ ...keys, allow_anon: true }), (c) => c.json({ perhaps: true }));
serve({ fetch: dairy.fetch, port: 3000 });
