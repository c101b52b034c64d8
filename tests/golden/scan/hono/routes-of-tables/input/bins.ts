import { relations } from 'drizzle-orm';
import { integer, pgTable, pgTableCreator, serial, text } from 'drizzle-orm/pg-core';

const farmTable = pgTableCreator((name) => `farm_${name}`);

export const bins = pgTable('bins', { id: serial('id').primaryKey(), grain: text('grain').notNull() });
export const scoops = farmTable('scoops', { id: serial('id').primaryKey(), bin: integer('bin').references(() => bins.id) });
export const binRelations = relations(bins, ({ many }) => ({ scoops: many(scoops) }));
export const heaped = (grain: string) => `a heap of ${grain}`;
