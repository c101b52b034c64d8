import { initTRPC, TRPCError } from '@trpc/server';
import type { ofBerths, ofPilots, ofTugs } from './contexts';

const onPilots = initTRPC.context<Awaited<ReturnType<typeof ofPilots>>>().create();
const withSession = onPilots.procedure.use(({ ctx, next }) => {
  if (!ctx.session) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Authentication required' });
  return next({ ctx: { ...ctx, session: ctx.session } });
});
export const pilots = onPilots.router({
  health: onPilots.procedure.query(() => 'OK'),
  mine: withSession.query(({ ctx }) => ({ user: ctx.session.user.email })),
});

const onBerths = initTRPC.context<Awaited<ReturnType<typeof ofBerths>>>().create();
const withKeeper = onBerths.procedure.use(async ({ ctx, next }) => {
  if (!ctx.keeper) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { keeper: ctx.keeper } });
});
export const berths = onBerths.router({
  free: onBerths.procedure.query(() => ({ free: 3 })),
  kept: withKeeper.query(({ ctx }) => ({ name: ctx.keeper.name })),
});

const onTugs = initTRPC.context<Awaited<ReturnType<typeof ofTugs>>>().create();
const withToken = onTugs.procedure.use(({ ctx, next }) => {
  if (!ctx.token?.startsWith('Bearer ')) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next();
});
export const tugs = onTugs.router({
  call: withToken.mutation(() => ({ called: true })),
});
