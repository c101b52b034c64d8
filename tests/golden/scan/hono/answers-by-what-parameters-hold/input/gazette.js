// What is answered for addresses that a program lists is answered by a route with a parameter, where one of them is of its kind.
import { Hono } from 'hono';

const sheets = new Map();
for (const [path, sheet] of Object.entries({ '/': 'front', '/sport.html': 'sport' })) sheets.set(path, { text: sheet, type: 'text/html' });

const gazette = new Hono();
const print = (path) => {
  const sheet = sheets.get(path);
  return sheet === undefined ? null : new Response(sheet.text, { headers: { 'content-type': sheet.type } });
};
gazette.get('/', (c) => print('/') ?? c.notFound());
gazette.get('/:sheet', (c) => print(c.req.path) ?? c.notFound());
// None of the addresses has three parts.
gazette.get('/archive/:year/:sheet', (c) => print(c.req.path) ?? c.notFound());
gazette.get('/press/:part', (c) => (c.req.path === '/press/ink' ? c.json({ ink: true }) : c.json({ part: c.req.param('part') }, 202)));
gazette.get('/mast/*', (c) => (c.req.path === '/mast/head/line' ? c.json({ head: true }) : c.notFound()));
export default gazette;
