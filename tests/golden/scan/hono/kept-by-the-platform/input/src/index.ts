import { Hono } from 'hono';
import { createFactory } from 'hono/factory';
import { every, except, some } from 'hono/combine';

type Bindings = { SEEDS: KVNamespace; PICTURES: R2Bucket; ELSEWHERE: any; GATE_KEY: string };
type Seed = { id: string; species: string; grams: number };

const factory = createFactory<{ Bindings: Bindings }>();
const app = factory.createApp();

// Functions without a name of their own are called what they are kept as, combined or not.
const holdsKey = factory.createMiddleware(async (c, next) => {
  if (c.req.header('x-api-key') !== c.env.GATE_KEY) return c.json({ why: 'no key' }, 401);
  await next();
});
const inSeason = factory.createMiddleware(async (c, next) => {
  if (c.req.query('season') === 'winter') return c.json({ why: 'too cold' }, 409);
  await next();
});
const keeper = () =>
  factory.createMiddleware(async (c, next) => {
    if (c.req.header('authorization') !== c.env.GATE_KEY) return c.json({ why: 'not the keeper' }, 401);
    await next();
  });

app.get('/seeds/:id', async (c) => {
  const seed = await c.env.SEEDS.get<Seed>(`seed:${c.req.param('id')}`, 'json');
  return seed ? c.json(seed) : c.json({ why: 'no such seed' }, 404);
});
app.get('/seeds/:id/species', async (c) => {
  const seed = await c.env.SEEDS.get<Seed>(`seed:${c.req.param('id')}`, { type: 'json' });
  return c.json({ species: seed?.species });
});
app.get('/label', async (c) => c.json({ label: await c.env.SEEDS.get('label') }));
// Nobody says what it is, or it is none of these.
app.get('/any', async (c) => c.json({ any: await c.env.SEEDS.get('any', 'json'), bytes: await c.env.SEEDS.get('bytes', 'arrayBuffer') }));
app.get('/many', async (c) => c.json({ many: await c.env.SEEDS.get(['one', 'two']) }));
app.get('/elsewhere', async (c) => c.json({ there: await c.env.ELSEWHERE.get('label') }));
app.get('/names', async (c) => {
  const page = await c.env.SEEDS.list({ prefix: 'seed:' });
  return c.json({ names: page.keys.map((key) => key.name), all: page.list_complete });
});
app.put('/label', holdsKey, async (c) => {
  await c.env.SEEDS.put('label', await c.req.text());
  return c.body(null, 204);
});
app.get('/pictures/:name', async (c) => {
  const picture = await c.env.PICTURES.head(c.req.param('name'));
  if (!picture) return c.json({ why: 'no such picture' }, 404);
  return c.json({ size: picture.size, etag: picture.httpEtag, type: picture.httpMetadata?.contentType });
});
app.get('/pictures', async (c) => {
  const { objects, truncated } = await c.env.PICTURES.list();
  return c.json({ pictures: objects.map(({ key, uploaded }) => ({ key, uploaded })), truncated });
});

app.get('/both', every(holdsKey, inSeason), (c) => c.json({ open: true }));
app.get('/either', some(holdsKey, keeper()), (c) => c.json({ open: true }));
app.use('/sheds/*', except('/sheds/front', holdsKey));
app.get('/sheds/front', (c) => c.json({ open: true }));
app.get('/sheds/back', (c) => c.json({ open: true }));
app.get('/hole', some(holdsKey, async (c, next) => (c.req.header('x-mole') ? next() : c.json({ why: 'no mole' }, 401))), (c) => c.json({ open: true }));

export default app;
