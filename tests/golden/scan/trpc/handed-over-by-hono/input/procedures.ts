import { initTRPC, TRPCError } from '@trpc/server';
import { z } from 'zod';

const t = initTRPC.context<{ holder: { name: string } | null; weather?: { wind: number } }>().meta<object>().create();
const held = t.procedure.use(({ ctx, next }) => {
  if (!ctx.holder) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'show your ticket' });
  return next({ ctx: { holder: ctx.holder } });
});

export const crossings = t.router({ next: t.procedure.query(({ ctx }) => ({ at: 'noon', weather: ctx.weather })) });
export const tickets = t.router({
  prices: t.procedure.meta({ openapi: { method: 'GET', path: '/prices' } }).output(z.object({ adult: z.number() })).query(() => ({ adult: 3 })),
  stamp: held
    .meta({ openapi: { method: 'POST', path: '/tickets/{ticket}/stamp' } })
    .input(z.object({ ticket: z.string(), pier: z.enum(['north', 'south']) }))
    .output(z.object({ by: z.string() }))
    .mutation(({ ctx }) => ({ by: ctx.holder.name })),
});
