import type { Shape } from '@tool/ir';
import { defineLibrary, functions, openModule, orNull, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { OPTIONAL } from '../validators/typebox.js';
import { isOptional, type Purpose } from './drizzle-zod.js';
import { tableOf } from './drizzle.js';
import { member, type Column } from './support/table.js';

/** Words of a shape that JSON Schema has as well. */
const WORDS = ['format', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern', 'minItems', 'maxItems'] as const;

/** A shape as the JSON Schema that it says. */
function jsonSchema(call: Call, shape: Shape): Value {
  if (shape.kind === 'union')
    return call.record({ anyOf: call.list((shape.alternatives ?? []).map((alternative) => jsonSchema(call, alternative))) });
  const properties = shape.properties ?? [];
  const required = properties.filter((property) => property.required).map(({ name }) => call.const(name));
  return call.record({
    ...(shape.kind !== 'any' && shape.kind !== 'file' && { type: call.const(shape.kind) }),
    ...Object.fromEntries(WORDS.flatMap((word) => (shape[word] === undefined ? [] : [[word, call.const(shape[word])]]))),
    ...(shape.enum && { enum: call.list(shape.enum.map((value) => call.const(value as string))) }),
    ...(shape.items && { items: jsonSchema(call, shape.items) }),
    ...(properties.length > 0 && {
      properties: call.record(Object.fromEntries(properties.map((property) => [property.name, jsonSchema(call, property.shape)]))),
    }),
    ...(required.length > 0 && { required: call.list(required) }),
  });
}

/** The schema of one column: a refinement is a schema in its place, or a function that changes the one of the type. */
function schemaOf(call: Call, { shape, nullable }: Column, refinement: Value | null): Value {
  if (refinement?.kind === 'object' && !call.isFunction(refinement)) return refinement;
  const refined = refinement && call.isFunction(refinement) ? call.invoke(refinement, [jsonSchema(call, shape)]) : null;
  if (!refined) return jsonSchema(call, nullable && shape.kind !== 'any' ? orNull(shape) : shape);
  return nullable ? call.record({ anyOf: call.list([refined, jsonSchema(call, { kind: 'null' })]) }) : refined;
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

const makers = { createSelectSchema: schema('select'), createInsertSchema: schema('insert'), createUpdateSchema: schema('update') };
const model =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, {
      ...functions(realm, makers),
      createSchemaFactory: realm.fn('createSchemaFactory', (call) => call.record(functions(call, makers))),
    });

/** drizzle-typebox: what drizzle-zod does, as schemas of TypeBox. */
export const drizzleTypeboxLibrary = defineLibrary({
  modules: { 'drizzle-typebox': model('drizzle-typebox'), 'drizzle-orm/typebox': model('drizzle-orm/typebox') },
});
