import express from 'express';
import { initTRPC, TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi';
import { z } from 'zod';
import { sorts } from './elsewhere.js';

const t = initTRPC.meta().context().create();
const grower = t.middleware(({ ctx, next }) => {
  if (!ctx.grower) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'who picks?' });
  return next({ ctx: { grower: ctx.grower } });
});
const picked = t.procedure.use(grower);
const at = (method, path) => ({ openapi: { method, path } });

const trees = t.router({
  // A parameter of the path, one of the query; the output lets `age` through and not `secret`.
  show: t.procedure.meta(at('GET', '/trees/{treeId}')).input(z.object({ treeId: z.string(), season: z.enum(['spring', 'autumn']).optional() })).output(z.object({ treeId: z.string(), age: z.number() }))
    .query(({ input }) => ({ treeId: input.treeId, age: 7, secret: 'x' })),
  plant: picked.meta(at('POST', '/trees/')).input(z.object({ sort: z.string(), rows: z.number().int().min(1) })).output(z.any())
    .mutation(({ input, ctx }) => {
      if (input.rows > 9) throw new TRPCError({ code: 'CONFLICT', message: 'no room' });
      return { sort: input.sort, by: ctx.grower.name };
    }),
  graft: picked.meta(at('PUT', 'trees/{treeId}/grafts/{graftId}')).input(z.object({ treeId: z.string(), graftId: z.string() }).extend({ sort: z.string() })).output(z.void()).mutation(() => {}),
  fell: picked.meta(at('DELETE', '/trees/{treeId}')).input(z.object({ treeId: z.string(), force: z.boolean().optional() })).output(z.object({ felled: z.boolean() })).mutation(() => ({ felled: true })),
  // Not served as REST: switched off, without metadata, a subscription.
  hidden: t.procedure.meta({ openapi: { method: 'GET', path: '/hidden', enabled: false } }).output(z.string()).query(() => 'x'),
  inner: t.procedure.query(() => 1),
  grows: t.procedure.subscription(() => {}),
  named: t.procedure.meta(sorts).query(() => 1),
});
const all = t.router({ trees, weather: t.procedure.meta(at('GET', '/weather')).output(z.array(z.object({ day: z.string(), rain: z.number() }))).query(() => [{ day: 'monday', rain: 0.4 }]) });

const orchard = express();
orchard.use(express.json());
const createContext = ({ req }) => {
  const key = req.headers['x-orchard-key'];
  return { grower: key ? { name: key } : null };
};
orchard.use('/rest', createOpenApiExpressMiddleware({ router: all, createContext })); //~ trpc/unknown-rest-route
orchard.use('/rpc', createExpressMiddleware({ router: trees, createContext: () => ({ grower: null }) }));
orchard.listen(3000);
