import { initTRPC } from '@trpc/server';
import { z } from 'zod';

const t = initTRPC.create();

export const gauges = t.router({
  wind: t.procedure.input(z.object({ height: z.number() })).query(({ input }) => ({ height: input.height, knots: 12 })),
});

export const sirens = t.router({
  test: t.router({ sound: t.procedure.input(z.object({ seconds: z.number() })).mutation(({ input }) => ({ sounded: input.seconds })) }),
});
