import { initTRPC, TRPCError } from '@trpc/server';
import type { ofSheds } from './contexts';
import { store } from './store';

interface Meta {
  outside?: { path: string };
}
const on = initTRPC.context<Awaited<ReturnType<typeof ofSheds>>>().meta<Meta>().create({ defaultMeta: {} });

// A key is asked for where the metadata of the procedure say so, else the cookie alone does.
const known = on.procedure.use(async ({ ctx, next, meta }) => {
  const authorization = ctx.req.headers.get('authorization');
  const isOutside = Boolean(meta?.outside?.path);
  if (authorization && isOutside) {
    const [key] = authorization.split('Bearer ').filter((part) => part.length > 0);
    if (!key) throw new TRPCError({ code: 'BAD_REQUEST', message: 'No key' });
    return next({ ctx: { ...ctx, keeper: await store.keeperOf(key) } });
  }
  if (!ctx.keeper) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Who are you?' });
  return next({ ctx: { ...ctx, keeper: ctx.keeper } });
});

export const sheds = on.router({
  empty: on.procedure.query(() => ({ empty: 2 })),
  locked: known.query(() => ({ locked: 1 })),
  rented: known.meta({ outside: { path: '/rented' } }).query(() => ({ rented: 4 })),
  repaired: known
    .meta({ outside: { path: '/repaired' } })
    .meta({})
    .query(() => ({ repaired: 5 })),
});
