import { desc, eq, sql } from 'drizzle-orm';
import { alias, integer, numeric, pgSchema, pgTable, pgView, serial, text, timestamp } from 'drizzle-orm/pg-core';

const land = pgSchema('land');
export const soil = land.enum('soil', ['loam', 'clay']);
export const plots = land.table('plots', { id: serial('id').primaryKey(), name: text('name').notNull(), soil: soil('soil').notNull() });
export const trees = pgTable('trees', {
  id: serial('id').primaryKey(),
  sort: text('sort').notNull(),
  height: numeric('height'),
  planted: timestamp('planted').notNull(),
  plotId: integer('plot_id').references(() => plots.id),
  parentId: integer('parent_id'),
});
export const parents = alias(trees, 'parent');
export const oldTrees = pgView('old_trees').as((query) => query.select({ id: trees.id, sort: trees.sort }).from(trees).orderBy(desc(trees.planted)));
export const yields = pgView('yields', { treeId: integer('tree_id').notNull(), kilos: integer('kilos') }).as(sql`select 1`);
