import { defineLibrary, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { parseVariables } from './dotenv.js';
import { argument, configurable } from './support/fallback.js';
import { joinPath } from './support/paths.js';
import { fluentJson } from './validators/fluent-json-schema.js';

/** Files with the values that a project is run with where it has no `.env` of its own, by convention. */
const SAMPLES = ['.env.example', '.env.sample', '.env.template', '.env.defaults'];

/** What a schema says about one variable. */
function described(
  call: Call,
  schema: Value,
  name: string,
  property: Value,
): { readonly fallback: Value | null; readonly required: boolean; readonly type: string | null } {
  if (property.kind !== 'object') return { fallback: null, required: false, type: null };
  const fallback = call.get(property, 'default');
  const required = (call.elements(call.get(schema, 'required')) ?? []).some((each) => call.text(each) === name);
  return { fallback: call.isUndefined(fallback) ? null : fallback, required, type: call.text(call.get(property, 'type')) };
}

/** `envSchema({schema, data, dotenv})`: the variables that the schema names, with its defaults. */
const envSchema: Transfer = (call) => {
  const options = argument(call, 0);
  const given = options.kind === 'object' ? call.get(options, 'schema') : options;
  const schema = fluentJson(call, given) ?? given;
  const root = call.project?.workingDirectory ?? '.';
  const fromFile = new Map<string, string>();
  if (options.kind === 'object' && call.truthy(call.get(options, 'dotenv')) === true)
    for (const [name, value] of parseVariables(call.project?.readText(joinPath(root, '.env')) ?? '')) fromFile.set(name, value);
  const samples = new Map(SAMPLES.flatMap((file) => parseVariables(call.project?.readText(joinPath(root, file)) ?? '')).reverse());
  const listed = schema.kind === 'object' ? (call.entries(call.get(schema, 'properties')) ?? []) : [];
  const result = call.record({});
  for (const [name, property] of listed) {
    const source = `process.env.${name}`;
    const { fallback, required, type } = described(call, schema, name, property);
    const text = (value: string): Value =>
      call.const(type === 'number' || type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value);
    const set = call.environment?.(name);
    const stated = set ? call.text(set) : null;
    const file = fromFile.get(name);
    const sample = required ? samples.get(name) : undefined;
    const value =
      stated !== null
        ? text(stated)
        : file !== undefined
          ? text(file)
          : (fallback ??
            (sample !== undefined ? text(sample) : required ? call.unknown(`${source}, which has no default`) : call.const(undefined)));
    call.set(result, name, configurable(value, source));
  }
  if (schema.kind !== 'object' || call.isOpen(schema) || listed.length === 0) call.markOpen?.(result);
  return result;
};

/**
 * `env-schema`. A variable that the schema demands and that has no default can only come from
 * the environment: the sample file of the project says what it is set to, configurable like every variable.
 */
export const envSchemaLibrary = defineLibrary({
  modules: {
    'env-schema': (realm) =>
      realm.fn('envSchema', envSchema, { default: realm.fn('envSchema', envSchema), envSchema: realm.fn('envSchema', envSchema) }),
  },
});
