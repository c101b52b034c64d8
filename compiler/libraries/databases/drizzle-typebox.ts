import { defineLibrary, orNull, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { jsonSchemaOf } from '../support/json-schema.js';
import { OPTIONAL } from '../validators/typebox.js';
import { tableOf } from './drizzle-tables.js';
import { isOptional, rowSchemas, type Purpose } from './support/row-schemas.js';
import { member, type Column } from './support/table.js';

/** The schema of one column: a refinement is a schema in its place, or a function that changes the one of the type. */
function schemaOf(call: Call, { check, nullable, ...column }: Column, refinement: Value | null): Value {
  const shape = check ?? column.shape;
  if (refinement?.kind === 'object' && !call.isFunction(refinement)) return refinement;
  const refined = refinement && call.isFunction(refinement) ? call.invoke(refinement, [jsonSchemaOf(call, shape)]) : null;
  if (!refined) return jsonSchemaOf(call, nullable && shape.kind !== 'any' ? orNull(shape) : shape);
  return nullable ? call.record({ anyOf: call.list([refined, jsonSchemaOf(call, { kind: 'null' })]) }) : refined;
}

const schema =
  (purpose: Purpose): Transfer =>
  (call) => {
    const table = tableOf(call, call.args[0]);
    if (!table) return call.unknown('a schema of a table', { module: 'drizzle-typebox', path: 'schema()' });
    const columns = [...table.columns.values()];
    const properties = columns.map((column): [string, Value] => {
      const made = schemaOf(call, column, member(call, argument(call, 1), column.name));
      if (isOptional(column, purpose)) call.set(made, OPTIONAL, call.const(true));
      return [column.name, made];
    });
    const required = columns.filter((column) => !isOptional(column, purpose)).map(({ name }) => call.const(name));
    return call.record({
      type: call.const('object'),
      properties: call.record(Object.fromEntries(properties)),
      ...(required.length > 0 && { required: call.list(required) }),
    });
  };

const model = rowSchemas(schema);

/** drizzle-typebox: what drizzle-zod does, as schemas of TypeBox. */
export const drizzleTypeboxLibrary = defineLibrary({
  modules: { 'drizzle-typebox': model('drizzle-typebox'), 'drizzle-orm/typebox': model('drizzle-orm/typebox') },
});
