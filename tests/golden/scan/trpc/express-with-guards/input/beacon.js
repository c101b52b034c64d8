import express from 'express';
import { initTRPC, TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { z } from 'zod';

const createContext = ({ req }) => {
  const token = req.headers.authorization?.split(' ')[1];
  return { keeper: token ? { name: token } : null };
};
const t = initTRPC.context().create();
const known = t.middleware(({ ctx, next }) => {
  if (!ctx.keeper) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'who is there?' });
  return next({ ctx: { keeper: ctx.keeper } });
});
const open = t.procedure;
const kept = open.use(known);
const paged = open.input(z.object({ limit: z.number().int().max(50).default(10), after: z.string().optional() }));

const lamps = t.router({
  list: paged.query(({ input }) => ({ lamps: [{ id: 1, colour: 'red' }], limit: input.limit })),
  byId: open.input(z.string().min(1)).query(({ input }) => {
    if (input === 'dark') throw new TRPCError({ code: 'NOT_FOUND', message: 'no such lamp' });
    return { id: input, colour: 'white' };
  }),
  light: kept.input(z.object({ colour: z.enum(['red', 'white']), watts: z.number().min(1) })).mutation(({ input, ctx }) => ({ colour: input.colour, by: ctx.keeper.name })),
  off: kept.mutation(() => { throw new TRPCError({ code: 'CONFLICT', message: 'it is night' }); }),
});
const routes = t.router({ lamps, health: open.query(() => 'up'), nothing: open.mutation(() => {}) });

const beacon = express();
beacon.use(express.json());
beacon.use('/rpc', createExpressMiddleware({ router: routes, createContext }));
beacon.get('/plain', (request, response) => { response.json({ plain: true }); });
export default beacon;
if (process.argv[1]?.endsWith('beacon.js')) beacon.listen(3000);
