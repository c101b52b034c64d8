import { integer, pgTable, serial, text } from 'drizzle-orm/pg-core';

export const berths = pgTable('berths', { id: serial('id').primaryKey(), pier: text('pier').notNull(), depth: integer('depth') });
