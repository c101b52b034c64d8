import Fastify from 'fastify';
import { Type } from '@sinclair/typebox';

const station = Fastify();

/** Schemas are referred to by their names. */
function named(schema) {
  if (!schema.$id) throw new Error('a schema without a name');
  return Type.Unsafe({ ...schema, $ref: schema.$id, $id: undefined });
}
const Ring = Type.Object({ ring: Type.String(), year: Type.Integer() });
const ByDay = Type.Record(Type.Integer(), Type.Array(Ring), { $id: 'ByDay' });

station.post(
  '/catches',
  {
    schema: {
      body: Type.Object({
        sightings: Type.Record(Type.String({ minLength: 2 }), Type.Number(), { description: 'how many of which species' }),
        wings: Type.Record(Type.Union([Type.Literal('left'), Type.Literal('right')]), Type.Number()),
        note: Type.Not(Type.Null(), { description: 'anything but nothing' }),
      }),
      response: { 201: Type.Object({ totals: Type.Record(Type.String(), Type.Integer()) }) },
    },
  },
  async (request, reply) => reply.code(201).send({ totals: {} }),
);
station.get('/days', { schema: { response: { 200: named(ByDay) } } }, async () => ({ 1: [] }));

station.listen({ port: 3000 });
