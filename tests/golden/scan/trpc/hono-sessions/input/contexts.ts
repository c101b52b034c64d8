import type { FetchCreateContextFnOptions } from '@trpc/server/adapters/fetch';
import type { Context } from 'hono';
import { getSignedCookie } from 'hono/cookie';
import { auth } from './auth';
import { store } from './store';

export async function ofPilots({ context }: { context: Context }) {
  const session = await auth.api.getSession({ headers: context.req.raw.headers });
  return { session };
}

export const ofBerths = async (c: Context) => {
  const id = await getSignedCookie(c, process.env.COOKIE_SECRET ?? 'unset', 'berth-session');
  if (!id) return { keeper: null };
  const keeper = await store.keeperOf(id);
  return { keeper };
};

export const ofTugs = async ({ req }: FetchCreateContextFnOptions) => ({ token: req.headers.get('authorization') });
