import { Type, type TSchema } from '@sinclair/typebox';
import { Maybe } from '@quay/schemas';
import Fastify from 'fastify';

const ferry = Fastify();
const Deck = Type.Integer({ minimum: 1 });
const own = <T extends TSchema>(schema: T) => Type.Optional(schema);
const sure = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const strict = process.env.STRICT === 'yes';

// What a package makes of a schema may be an optional one, and is not demanded; the program's own functions are followed.
ferry.get('/crossings', {
  schema: { querystring: Type.Object({ deck: Maybe(Deck), from: own(Type.String()), to: Type.String() }) },
  handler: async () => ({ crossings: 2 }),
});

ferry.post('/crossings', {
  schema: { body: Type.Object({ deck: Maybe(Deck), car: sure(Type.String()), crew: strict ? Type.Integer() : Type.Optional(Type.Integer()) }) },
  handler: async () => ({ crossing: 1 }),
});

// One that demands all says so of them too.
ferry.put('/crossings', {
  schema: { body: Type.Required(Type.Object({ deck: Maybe(Deck), from: own(Type.String()) })) },
  handler: async () => ({ crossing: 1 }),
});

// And where every way leads to a schema that is no optional one, it is demanded.
ferry.patch('/crossings', {
  schema: { body: Type.Object({ deck: strict ? Type.Integer() : Type.Number() }) },
  handler: async () => ({ crossing: 1 }),
});

// Whatever the package makes of it, who asks for it refuses something.
ferry.get('/decks', { schema: { querystring: Type.Object({ deck: Maybe(Deck) }) }, handler: async () => ({ decks: 2 }) });
ferry.get('/cars', { schema: { querystring: Type.Object({ car: own(Type.String()) }) }, handler: async () => ({ cars: 2 }) });

await ferry.listen({ port: 3000 });
