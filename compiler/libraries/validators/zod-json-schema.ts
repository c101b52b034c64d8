import {
  defineLibrary,
  functions,
  openFunction,
  openModule,
  schemaShape,
  type Call,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { jsonSchemaOf } from '../support/json-schema.js';

/** The JSON Schema of a schema of Zod. */
const converted = (call: Call, schema: Value): Value => {
  const shape = schemaShape(call, schema);
  return shape ? jsonSchemaOf(call, shape) : call.unknown('a JSON Schema', { module: 'zod-to-json-schema', path: 'zodToJsonSchema()' });
};
const member = (call: Call, record: Value, name: string): Value =>
  record.kind === 'object' ? call.get(record, name) : call.const(undefined);

/** `zodToJsonSchema(schema, name | options)`: a name, and definitions that are given, make a document of several schemas. */
const zodToJsonSchema: Transfer = (call) => {
  const options = argument(call, 1);
  const name = call.text(options) ?? call.text(member(call, options, 'name'));
  const under = call.text(member(call, options, 'definitionPath')) ?? 'definitions';
  const given = member(call, options, 'definitions');
  const definitions: [string, Value][] = (given.kind === 'object' ? (call.entries(given) ?? []) : []).map(([key, schema]) => [
    key,
    converted(call, schema),
  ]);
  const main = converted(call, argument(call, 0));
  if (name === null && definitions.length === 0) return main;
  if (name !== null) definitions.push([name, main]);
  return call.record({
    ...(name === null ? Object.fromEntries(main.kind === 'object' ? (call.entries(main) ?? []) : []) : {}),
    ...(name !== null && { $ref: call.const(`#/${under}/${name}`) }),
    [under]: call.record(Object.fromEntries(definitions)),
  });
};

/** `z.toJSONSchema(schema)` of Zod 4. */
export const toJSONSchema: Transfer = (call) => converted(call, argument(call, 0));

const keyOf = (call: Call, given: Value): string | null => call.text(given) ?? call.text(member(call, given, 'key'));

/**
 * `buildJsonSchemas({ item, list }, { $id })` of fastify-zod: one document to add to a server, and what refers to its members. Without an identifier
 * (version 0, where several of these stand side by side) it is one document for each, under its own name.
 */
const buildJsonSchemas: Transfer = (call) => {
  const models = argument(call, 0);
  const id = call.text(member(call, argument(call, 1), '$id'));
  const made = (models.kind === 'object' ? (call.entries(models) ?? []) : []).map(
    ([key, schema]) => [key, converted(call, schema)] as const,
  );
  const $ref: Transfer = (inner) => {
    const key = keyOf(inner, argument(inner, 0));
    if (key === null) return inner.unknown('a reference to a schema');
    return inner.record({ $ref: inner.const(id === null ? `${key}#` : `${id}#/properties/${key}`) });
  };
  const document = (properties: Record<string, Value>): Value =>
    call.record({ $id: call.const(id), type: call.const('object'), properties: call.record(properties) });
  for (const [key, schema] of id === null ? made : []) if (schema.kind === 'object') call.set(schema, '$id', call.const(key));
  const schemas = id === null ? made.map(([, schema]) => schema) : [document(Object.fromEntries(made))];
  return call.record({ schemas: call.list(schemas), $ref: call.fn('$ref', $ref) });
};
/** `buildJsonSchema(schema, $id)`. */
const buildJsonSchema: Transfer = (call) => {
  const made = converted(call, argument(call, 0));
  if (made.kind === 'object') call.set(made, '$id', argument(call, 1));
  return made;
};

const converter: ModuleModel = (realm) => {
  const own = functions(realm, { zodToJsonSchema });
  return openFunction(realm, 'zod-to-json-schema', zodToJsonSchema, { ...own, default: realm.fn('zodToJsonSchema', zodToJsonSchema) });
};
const fastifyZod: ModuleModel = (realm) => openModule(realm, 'fastify-zod', functions(realm, { buildJsonSchemas, buildJsonSchema }));

/** What makes JSON Schemas of schemas of Zod: zod-to-json-schema, fastify-zod. */
export const zodJsonSchemaLibrary = defineLibrary({ modules: { 'zod-to-json-schema': converter, 'fastify-zod': fastifyZod } });
