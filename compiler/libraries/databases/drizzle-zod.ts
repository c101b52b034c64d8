import { defineLibrary, meaningOf, orNull, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { objectSchema, plainSchema } from '../validators/zod-schema.js';
import type { Member } from '../validators/support/members.js';
import { tableOf } from './drizzle-tables.js';
import { isOptional, rowSchemas, type Purpose } from './support/row-schemas.js';
import { member, type Column } from './support/table.js';

/** The schema of one column: a refinement is a schema in its place, or a function that changes the one of the type. */
function schemaOf(call: Call, column: Column, purpose: Purpose, refinement: Value | null, all: Value | null): Value {
  const plain = plainSchema(call, column.check ?? column.shape);
  if (refinement && meaningOf(refinement)) return refinement;
  const base = refinement && call.isFunction(refinement) ? call.invoke(refinement, [all ?? plain]) : plain;
  const { shape } = meaningOf(base) ?? { shape: column.shape };
  return plainSchema(call, column.nullable && shape.kind !== 'any' ? orNull(shape) : shape, isOptional(column, purpose));
}

const schema =
  (purpose: Purpose): Transfer =>
  (call) => {
    const table = tableOf(call, call.args[0]);
    if (!table) return call.unknown('a schema of a table', { module: 'drizzle-zod', path: 'schema()' });
    // Until 0.6 functions are given the schemas of all columns.
    const [, major, minor] = /(\d+)\.(\d+)/.exec(call.packageVersion?.('drizzle-zod') ?? '') ?? [];
    const all =
      major === '0' && Number(minor) < 6
        ? call.record(
            Object.fromEntries([...table.columns.values()].map(({ name, shape, check }) => [name, plainSchema(call, check ?? shape)])),
          )
        : null;
    const members = new Map<string, Member>(
      [...table.columns.values()].map((column) => [
        column.name,
        { value: schemaOf(call, column, purpose, member(call, argument(call, 1), column.name), all) },
      ]),
    );
    return objectSchema(call, members, false);
  };

const model = rowSchemas(schema);

/** drizzle-zod: schemas of the rows that are read and written, by the tables of the program. */
export const drizzleZodLibrary = defineLibrary({
  modules: { 'drizzle-zod': model('drizzle-zod'), 'drizzle-orm/zod': model('drizzle-orm/zod') },
});
