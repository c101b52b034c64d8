import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
const t = initTRPC.create({ transformer: superjson });
export const { router, procedure, middleware, mergeRouters } = t;
const timed = middleware(async ({ next }) => { const result = await next(); return result; });
const counted = timed.unstable_pipe(async ({ next }) => next());
export const measured = procedure.use(counted);
