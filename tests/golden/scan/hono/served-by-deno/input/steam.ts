import { Hono } from 'hono';
import { getRuntimeKey } from 'hono/adapter';

/** Functions of one platform are served below their names. */
export function kettle(name: string) {
  return getRuntimeKey() === 'deno' ? new Hono().basePath(`/${name}`) : new Hono(); //~ core/unmounted-router
}
