import type { Context } from 'hono';
import { lights } from '../lights';

interface Entry {
  keeper: string;
  hours: number;
}

// Asked first: what stands behind a name for a whole module has not run by then.
export async function enter(c: Context) {
  const entry: Entry = await c.req.json();
  return c.json({ keeper: entry.keeper, hours: entry.hours }, 201);
}
export const list = async (c: Context) => c.json(await lights.all());
export async function farthest(c: Context) {
  const { light, ...rest } = await lights.far();
  return c.json({ ...rest, name: light.name });
}
// What is set to nothing is not sent, whatever the type says of it.
export async function nameless(c: Context) {
  const { light } = await lights.far();
  return c.json({ ...light, name: undefined, lit: light.lit ?? undefined });
}
