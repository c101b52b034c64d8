import http from 'node:http';
import { initTRPC } from '@trpc/server';
import Fastify from 'fastify';
import { createOpenApiHttpHandler, fastifyTRPCOpenApiPlugin, type OpenApiMeta } from 'trpc-openapi';
import { z } from 'zod';

const t = initTRPC.meta<OpenApiMeta>().create();
const berths = t.router({
  free: t.procedure
    .meta({ openapi: { method: 'GET', path: '/berths/{pier}/free', tags: ['berths'] } })
    .input(z.object({ pier: z.string() }))
    .input(z.object({ length: z.string() }))
    .output(z.object({ berths: z.array(z.string()) }))
    .query(async ({ input }) => ({ berths: [input.pier] })),
});
const tides = t.router({ next: t.procedure.meta({ openapi: { method: 'GET', path: '/tides/next' } }).input(z.void()).output(z.string()).query(() => 'noon') });

const quay = Fastify();
await quay.register(fastifyTRPCOpenApiPlugin, { basePath: '/api/', router: berths });
quay.register(async (inner) => {
  inner.register(fastifyTRPCOpenApiPlugin, { router: tides });
}, { prefix: '/sea' });
quay.listen({ port: 3000 });

// A server of its own.
http.createServer(createOpenApiHttpHandler({ router: tides })).listen(3001);
