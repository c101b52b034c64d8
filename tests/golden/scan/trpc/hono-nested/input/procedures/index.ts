import { z } from 'zod';
import { measured, mergeRouters, procedure, router } from './init';

const sent = new Date(0);
const flags = router({
  all: measured.query(() => [{ flag: 'blue', sent }]),
  raise: measured.input(z.object({ flag: z.string() })).input(z.object({ height: z.number() })).mutation(({ input }) => ({ flag: input.flag, height: input.height })),
  watch: procedure.subscription(async function* watch() { yield 1; }),
});
const more = router({ lamps: { on: procedure.mutation(() => ({ on: true })) } });
export const routes = mergeRouters(router({ flags }), more);
