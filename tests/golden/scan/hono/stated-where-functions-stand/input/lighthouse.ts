import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { z } from 'zod';
import * as sea from 'sea';

type Lamp = { id: string; lit: Date; keeper: string | null };
type Lamps = { all: (limit: number) => Promise<{ lamps: Lamp[]; count: number }>; one(id: string): Promise<Lamp>; put: (lamp: unknown) => Promise<any> };
interface Fog {
  now(): Promise<{ metres: number; horns: { id: number }[] }>;
}

// What a function gives is stated by the place where it is written: of a result, a variable, a class.
const lampsOf = (db: any): Lamps => ({
  all: async (limit) => {
    const lamps = await db.all(limit);
    return { lamps, count: lamps.count };
  },
  one: (id) => db.one(id),
  put: async (lamp) => db.put(lamp),
});
function made(db: any): { lamps: Lamps } {
  return { lamps: { all: async (limit) => db.all(limit), one: async (id) => db.one(id), put: async (lamp) => lamp } };
}
const plain: Lamps = { all: async (limit) => sea.all(limit), async one(id) { return sea.one(id); }, put: (lamp) => sea.put(lamp) };
const checked = { all: async (limit) => sea.all(limit) } satisfies Pick<Lamps, 'all'>;
class Banks implements Fog {
  async now() {
    return sea.now();
  }
  async before() {
    return sea.before();
  }
}
abstract class Watched<T> {
  abstract last(): Promise<T>;
}
class Watch extends Watched<Lamp> {
  async last() {
    return sea.last();
  }
}
// It states something else itself, or nothing is stated.
const other: Lamps = { all: async (limit): Promise<any> => sea.all(limit), one: async (): Promise<Lamp & { high: number }> => sea.high(), put: async () => 1 };
const unstated = { all: async (limit: number) => sea.all(limit) };

const mock = () => ({ height: async () => ({ metres: 12 }) });
const none = () => ({ height: async () => ({ metres: 0 }) });

const app = new Hono<{ Bindings: any; Variables: any }>();
app.use('*', async (c, next) => {
  c.set('lamps', lampsOf(c.env.DB));
  // One of three, as the platform says: whoever is handed it finds each.
  const tide = c.env.TOKEN ? mock() : c.env.MODE === 'calm' ? none() : mock();
  c.set('tide', { height: () => tide.height(), plain: tide });
  await next();
});
app.get('/lamps', async (c) => c.json(await c.var.lamps.all(3)));
app.get('/lamps/:id', async (c) => c.json(await c.var.lamps.one(c.req.param('id'))));
app.put('/lamps', async (c) => c.json(await c.var.lamps.put(await c.req.json())));
app.get('/made', async (c) => c.json(await made(sea).lamps.one('1')));
app.post('/made', async (c) => c.json(await made(sea).lamps.put(await c.req.json())));
app.get('/plain', async (c) => c.json({ all: await plain.all(1), one: await plain.one('1') }));
app.get('/checked', async (c) => c.json(await checked.all(1)));
app.get('/fog', async (c) => c.json({ now: await new Banks().now(), before: await new Banks().before() }));
app.get('/watch', async (c) => c.json(await new Watch().last()));
app.get('/other', async (c) => c.json({ all: await other.all(1), one: await other.one('1') }));
app.get('/unstated', async (c) => c.json(await unstated.all(1)));
app.get('/tide', async (c) => c.json(await c.var.tide.height()));
app.get('/tide/plain', async (c) => c.json(await c.var.tide.plain.height()));
// What a binding of the platform gives is what the schema says as well.
app.get('/bound', async (c) => {
  const row = await c.env.DB.first();
  return c.json(z.object({ id: z.string(), keeper: z.string().nullable() }).parse({ ...row, id: row.id }));
});

serve(app);
