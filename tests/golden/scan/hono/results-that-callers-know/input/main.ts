import { Hono } from 'hono';

type Ship = { id: string; name: string | null };
type Page = { items: Ship[]; total: number };
type Repo = {
  list: (limit: number) => Promise<Page>;
  newest: () => Page;
  one: (id: string) => Promise<{ ship: Ship | undefined }>;
  loose: () => Promise<any>;
  counted: () => Promise<{ count: string; extra: number }>;
};

// What functions in a record give is stated by the type of the record, and by nothing that they say themselves.
function newRepo(db: any): Repo {
  return {
    list: async (limit) => {
      const items = await db.query('select', limit);
      return { items, total: 3 };
    },
    newest: () => ({ items: db.cached, total: 1 }),
    one: async (id) => ({ ship: await db.first(id) }),
    loose: async () => ({ anything: await db.query('select') }),
    // What the program puts together itself stays what it is.
    counted: async () => ({ count: 'many', extra: 2 }),
  };
}
const handlersOf = (repo: Repo) => ({
  list: (limit: number) => repo.list(limit),
  one: async (id: string) => {
    const found = await repo.one(id);
    return { ...found, asked: id };
  },
});

const app = new Hono<any>();
app.use('*', async (c, next) => {
  c.set('handlers', handlersOf(newRepo(c.env.DB)));
  return next();
});
app.get('/ships', async (c) => c.json(await newRepo(c.env.DB).list(3)));
app.get('/ships/newest', (c) => c.json(newRepo(c.env.DB).newest()));
app.get('/ships/loose', async (c) => c.json(await newRepo(c.env.DB).loose()));
app.get('/ships/counted', async (c) => c.json(await newRepo(c.env.DB).counted()));
app.get('/through', async (c) => {
  const page = await c.var.handlers.list(3);
  return c.json({ page, more: page.total > 3 });
});
app.get('/through/:id', async (c) => {
  const found = await c.var.handlers.one(c.req.param('id'));
  if (!found.ship) return c.json({ error: 'none' }, 404);
  return c.json(found);
});
export default app;
