import { Hono } from 'hono';
import { getRuntimeKey } from 'hono/adapter';

/** Only Deno serves functions below their names. */
export function deck(name: string) {
  return getRuntimeKey() === 'deno' ? new Hono().basePath(`/${name}`) : new Hono();
}
