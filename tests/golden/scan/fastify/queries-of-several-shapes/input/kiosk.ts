import Fastify from 'fastify';
import { Type } from '@sinclair/typebox';
import { z } from 'zod';

interface ByShelf {
  by: 'shelf';
  shelf: string;
  page?: number;
}
interface ByTitle {
  by: 'title';
  title: string;
  page?: number;
}

const app = Fastify();

// Parameters stand by themselves: those of all shapes, required where every one of them requires it.
app.get<{ Querystring: ByShelf | ByTitle; Headers: { 'x-till': string } | { 'x-till': string; 'x-clerk': string } }>(
  '/typed',
  async (request) => ({ by: request.query.by, page: request.query.page }),
);

app.get(
  '/papers',
  {
    schema: {
      querystring: Type.Union([
        Type.Object({ day: Type.String({ format: 'date' }), copies: Type.Optional(Type.Integer()) }),
        Type.Object({ day: Type.String({ format: 'date' }), edition: Type.String() }),
      ]),
    },
  },
  async () => ({ papers: [] }),
);

const Stamps = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('letter'), grams: z.coerce.number().max(20) }),
  z.object({ kind: z.literal('parcel'), width: z.coerce.number() }),
]);
app.get('/stamps', async (request) => Stamps.parse(request.query).kind);

// The code says of a member what the shapes leave open.
app.get<{ Querystring: { from?: string } | { until?: string } }>('/sales', async (request) => {
  const { from } = request.query as { from?: string };
  return { from: Number(from ?? 0) };
});

// A body comes as one of them.
app.post<{ Body: ByShelf | ByTitle }>('/search', async (request) => ({ by: request.body.by }));
// An object or nothing is that object.
app.get<{ Querystring: ByShelf | undefined }>('/maybe', async (request) => ({ by: request.query?.by }));
// A text says nothing of parameters, nor does one that may be an object.
app.get<{ Querystring: ByShelf | string }>('/loose', async () => ({ ok: true }));

await app.listen({ port: 8080 });
