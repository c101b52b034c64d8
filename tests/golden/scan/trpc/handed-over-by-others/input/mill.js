import express from 'express';
import Fastify from 'fastify';
import { initTRPC, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi';
import { z } from 'zod';

const t = initTRPC.context().create();
const miller = t.procedure.use(({ ctx, next }) => {
  if (!ctx.miller) throw new TRPCError({ code: 'UNAUTHORIZED' });
  return next({ ctx: { miller: ctx.miller } });
});
class Jammed extends Error {
  constructor() {
    super('The stones are jammed');
    this.name = 'Jammed';
  }
}
const turn = async () => {
  if (!(await fetch('http://stones/turn')).ok) throw new Jammed();
  return { turned: true };
};
const sacks = t.router({
  // An error that is none of tRPC's is made one of the server, unless something makes it another one.
  turn: t.procedure.mutation(() => turn()),
  tryTurn: t.procedure.mutation(async () => {
    try {
      return await turn();
    } catch (error) {
      throw new TRPCError({ code: 'CONFLICT', cause: error });
    }
  }),
  count: t.procedure.meta({ openapi: { method: 'GET', path: '/sacks' } }).output(z.object({ sacks: z.number() })).query(() => ({ sacks: 12 })),
  grind: miller.meta({ openapi: { method: 'POST', path: '/sacks/{grain}' } }).input(z.object({ grain: z.string(), weight: z.number() })).output(z.any()).mutation(({ input }) => ({ flour: input.weight })),
});

const mill = express();
mill.use(express.json());
const webRequest = (request) => new Request('http://mill' + request.originalUrl, { method: request.method, headers: request.headers });
mill.all('/rpc/*rest', async (request, response) => {
  const answer = await fetchRequestHandler({
    endpoint: '/rpc',
    router: sacks,
    req: webRequest(request),
    createContext: () => {
      const key = request.headers['x-mill-key'];
      return { miller: key ? { key } : null };
    },
  });
  response.status(answer.status);
  answer.headers.forEach((value, name) => response.setHeader(name, value));
  response.send(await answer.text());
});
// Made anew for each request.
mill.use('/rest', async (request, response) => {
  const handler = createOpenApiNodeHttpHandler({ router: sacks, createContext: () => ({ miller: null }) });
  await handler(request, response);
});
// Made once: the routes are there once as well.
const made = createOpenApiNodeHttpHandler({ router: sacks });
mill.use('/made', (request, response, next) => made(request, response, next)); //~ express/delegated-router
// One that hands nothing on stays what it is.
mill.all('/grain/*rest', (request, response) => response.json({ grain: request.params.rest }));
mill.listen(3000);

const yard = Fastify();
yard.route({
  method: ['GET', 'POST'],
  url: '/yard/*',
  handler: async (request, reply) => {
    const answer = await fetchRequestHandler({ endpoint: '/yard', router: sacks, req: new Request('http://mill' + request.url, { headers: request.headers }), createContext: () => ({ miller: null }) });
    return reply.send(answer);
  },
});
yard.listen({ port: 3001 });
