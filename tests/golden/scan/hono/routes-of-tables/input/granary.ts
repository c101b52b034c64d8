import { getTableName, is, Table } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { Hono } from 'hono';
import * as bins from './bins.js';

const granary = new Hono();

// A route for each table, under the name that the database has for it; relations and functions are none.
for (const table of Object.values(bins)) {
  if (is(table, PgTable)) granary.get(`/rows/${getTableName(table)}`, (c) => c.json([]));
  if (is(table, Table)) granary.get(`/names/${(table as any)[Symbol.for('drizzle:Name')]}`, (c) => c.text('a table'));
  if (is(table, SQLiteTable)) granary.get(`/never/${getTableName(table)}`, (c) => c.json([]));
}

// Told by what every table has.
const listed = Object.values(bins).filter((each) => typeof each === 'object' && 'getSQL' in each && typeof each.getSQL === 'function');
granary.get('/tables/:at', (c) => {
  const table = listed[Number(c.req.param('at'))];
  if (!table) return c.json({ error: 'no such table' }, 404);
  return c.json({ found: true });
});

export default granary;
