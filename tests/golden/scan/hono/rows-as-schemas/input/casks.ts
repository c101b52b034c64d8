import { char, integer, pgTable, serial, text, timestamp, varchar } from 'drizzle-orm/pg-core';
import { createInsertSchema, createSelectSchema, createUpdateSchema } from 'drizzle-zod';
import { z } from 'zod';

export const casks = pgTable('casks', {
  id: serial('id').primaryKey(),
  label: varchar('label', { length: 40 }).notNull(),
  litres: integer('litres').notNull(),
  note: text('note'),
  mark: char('mark', { length: 6 }).notNull(),
  wood: varchar('wood', { length: 12, enum: ['oak', 'ash'] }),
  tastes: varchar('tastes', { length: 20 }).array(),
  filled: timestamp('filled').defaultNow().notNull(),
});

export const read = createSelectSchema(casks);
export const made = createInsertSchema(casks, { label: (field) => field.min(2), litres: z.number().int().min(1).max(900) }).omit({ id: true });
export const changed = createUpdateSchema(casks).pick({ label: true, note: true });
