import Fastify from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { createInsertSchema, createSchemaFactory, createSelectSchema, createUpdateSchema } from 'drizzle-typebox';
import { integer, pgEnum, pgTable, timestamp, uuid, varchar } from 'drizzle-orm/pg-core';

const sorts = pgEnum('sort', ['apple', 'pear', 'quince']);
export const trees = pgTable('trees', {
  id: uuid('id').primaryKey().defaultRandom(),
  sort: sorts('sort').notNull(),
  nickname: varchar('nickname', { length: 40 }),
  planted: timestamp('planted').notNull().defaultNow(),
  row: integer('row').notNull(),
});

const tree = createSelectSchema(trees);
// A refinement is a schema in the place of the column's, or a function that changes it.
const sapling = createInsertSchema(trees, { row: Type.Integer({ minimum: 1 }), nickname: (schema) => ({ ...schema, minLength: 2 }) });
const change = Type.Omit(createUpdateSchema(trees), ['id', 'planted']);
const made = createSchemaFactory({ typeboxInstance: Type });

const orchard = Fastify().withTypeProvider<TypeBoxTypeProvider>();
orchard.get('/trees', { schema: { response: { 200: Type.Array(tree) } } }, async () => load());
orchard.post('/trees', { schema: { body: sapling, response: { 201: tree } } }, async (request, reply) => {
  reply.status(201);
  return save(request.body);
});
orchard.patch('/trees/:id', { schema: { body: change, response: { 200: Type.Pick(tree, ['id', 'sort']) } } }, async (request) =>
  save(request.body),
);
orchard.put('/trees/:id', { schema: { body: made.createInsertSchema(trees) } }, async (request) => save(request.body));

declare function load(): Promise<never>;
declare function save(given: unknown): Promise<never>;
orchard.listen({ port: 3000 });
