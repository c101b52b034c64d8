// `c.body()` sends what it is given: JSON where a header says so, and the text was made of data.
import { Hono } from 'hono';

const kites = new Hono();
kites.get('/third', (c) => c.body(JSON.stringify({ tails: Number(c.req.query('tails')) }), 201, { 'Content-Type': 'application/json' }));
kites.get('/init', (c) => c.body(JSON.stringify({ tails: 3 }), { status: 202, headers: { 'content-type': 'application/json' } }));
kites.get('/header', (c) => {
  c.header('Content-Type', 'application/json; charset=utf-8');
  return c.newResponse(JSON.stringify({ tails: 3 }));
});
kites.get('/untyped', (c) => c.body(JSON.stringify({ tails: 3 })));
kites.get('/nothing', (c) => c.body(null, 204));

export default kites;
