import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch';
import type { Context } from 'hono';
import { getSignedCookie } from 'hono/cookie';
import { auth } from './auth';
import { store } from './store';

export async function ofPilots({ context }: { context: Context }) {
  const session = await auth.api.getSession({ headers: context.req.raw.headers });
  return { session };
}

const isSecure = process.env.NODE_ENV === 'production' && String(process.env.OFFICE_URL).startsWith('https://');
const cookieName = isSecure ? '__Secure-berth-session' : 'berth-session';

export const ofBerths = async (c: Context) => {
  const id = await getSignedCookie(c, process.env.COOKIE_SECRET ?? 'unset', cookieName);
  const quay = Number(c.req.header('x-quay') ?? 0);
  if (!id) return { keeper: null, quay };
  const keeper = await store.keeperOf(id);
  return { keeper, quay };
};

export const ofTugs = async ({ req }: FetchCreateContextFnOptions) => ({ token: req.headers.get('authorization') });

// A request of the web, or Hono's context: what has neither the one's class nor its name is the other.
const asContext = (given: Context | Request): Context =>
  given instanceof Request ? ({ req: { raw: given } } as unknown as Context) : given;

export const ofSheds = async (given: Context | Request) => {
  const c = asContext(given);
  const id = await getSignedCookie(c, process.env.COOKIE_SECRET ?? 'unset', 'shed-session');
  return { keeper: id ? await store.keeperOf(id) : null, req: c.req.raw };
};
