import { relations } from 'drizzle-orm';
import { boolean, integer, pgEnum, pgTable, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';

export const crust = pgEnum('crust', ['thin', 'thick']);

export const bakers = pgTable('bakers', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  phone: text('phone'),
});
export const loaves = pgTable('loaves', {
  id: serial('id').primaryKey(),
  title: varchar('title', { length: 80 }).notNull(),
  crust: crust('crust').notNull().default('thin'),
  sliced: boolean('sliced').default(false),
  baked: timestamp('baked').defaultNow().notNull(),
  bakerId: integer('baker_id').references(() => bakers.id).notNull(),
});

export const bakerRelations = relations(bakers, ({ many }) => ({ loaves: many(loaves) }));
export const loafRelations = relations(loaves, ({ one }) => ({ baker: one(bakers, { fields: [loaves.bakerId], references: [bakers.id] }) }));
