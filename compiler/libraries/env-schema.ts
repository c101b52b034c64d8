import { defineHostType, defineLibrary, openModule, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { parseVariables } from './dotenv.js';
import { argument, configurable } from './support/fallback.js';
import { joinPath } from './support/paths.js';

/** A schema of `fluent-json-schema`: each call makes a new one. */
interface Fluent { readonly properties: ReadonlyMap<string, Value>; readonly fallback: Value | null; readonly required: boolean }

const EMPTY: Fluent = { properties: new Map(), fallback: null, required: false };

/** The type of schemas; its methods make others of the same type. */
const fluentType: HostType<Fluent> = defineHostType<Fluent>({
  name: 'FluentSchema',
  methods: {
    prop: (call) => next(call, (schema) => {
      const name = call.text(argument(call, 0));
      return name === null ? schema : { ...schema, properties: new Map([...schema.properties, [name, argument(call, 1)]]) };
    }),
    extend: (call) => next(call, (schema) => ({ ...schema, properties: new Map([...call.data(argument(call, 0), fluentType)?.properties ?? [], ...schema.properties]) })),
    default: (call) => next(call, (schema) => ({ ...schema, fallback: argument(call, 0) })),
    required: (call) => next(call, (schema) => ({ ...schema, required: true })),
    valueOf: (call: Call) => call.receiver,
  },
  missing: (call, key) => (key === 'then' || key === 'default' || key === '__esModule' ? undefined : call.fn(key, (inner) => inner.receiver)),
});

const next = (call: Call, change: (schema: Fluent) => Fluent): Value => call.host(fluentType, change(call.data(call.receiver, fluentType) ?? EMPTY));

/** Files with the values that a project is run with where it has no `.env` of its own, by convention. */
const SAMPLES = ['.env.example', '.env.sample', '.env.template', '.env.defaults'];

/** What a schema says about one variable. */
function described(call: Call, schema: Value, name: string, property: Value): { readonly fallback: Value | null; readonly required: boolean; readonly type: string | null } {
  const fluent = call.data(property, fluentType);
  if (fluent) return { fallback: fluent.fallback, required: fluent.required, type: null };
  if (property.kind !== 'object') return { fallback: null, required: false, type: null };
  const fallback = call.get(property, 'default');
  const required = (call.elements(call.get(schema, 'required')) ?? []).some((each) => call.text(each) === name);
  return { fallback: call.isUndefined(fallback) ? null : fallback, required, type: call.text(call.get(property, 'type')) };
}

/** `envSchema({schema, data, dotenv})`: the variables that the schema names, with its defaults. */
const envSchema: Transfer = (call) => {
  const options = argument(call, 0);
  const schema = options.kind === 'object' ? call.get(options, 'schema') : options;
  const root = call.project?.workingDirectory ?? '.';
  const fromFile = new Map<string, string>();
  if (options.kind === 'object' && call.truthy(call.get(options, 'dotenv')) === true) for (const [name, value] of parseVariables(call.project?.readText(joinPath(root, '.env')) ?? '')) fromFile.set(name, value);
  const samples = new Map(SAMPLES.flatMap((file) => parseVariables(call.project?.readText(joinPath(root, file)) ?? '')).reverse());
  const fluent = call.data(schema, fluentType);
  const listed = fluent ? [...fluent.properties] : schema.kind === 'object' ? call.entries(call.get(schema, 'properties')) ?? [] : [];
  const result = call.record({});
  for (const [name, property] of listed) {
    const source = `process.env.${name}`;
    const { fallback, required, type } = described(call, schema, name, property);
    const text = (value: string): Value => call.const(type === 'number' || type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value);
    const set = call.environment?.(name);
    const stated = set ? call.text(set) : null;
    const file = fromFile.get(name);
    const sample = required ? samples.get(name) : undefined;
    const value = stated !== null ? text(stated) : file !== undefined ? text(file) : fallback ?? (sample !== undefined ? text(sample) : required ? call.unknown(`${source}, which has no default`) : call.const(undefined));
    call.set(result, name, configurable(value, source));
  }
  if (!fluent && (schema.kind !== 'object' || call.isOpen(schema) || listed.length === 0)) call.markOpen?.(result);
  return result;
};

/**
 * `env-schema` and the builder that its documentation uses. A variable that the schema demands and that has no default can only come from
 * the environment: the sample file of the project says what it is set to, configurable like every variable.
 */
export const envSchemaLibrary = defineLibrary({
  modules: {
    'env-schema': (realm) => realm.fn('envSchema', envSchema, { default: realm.fn('envSchema', envSchema), envSchema: realm.fn('envSchema', envSchema) }),
    'fluent-json-schema': (realm) => {
      const start = Object.fromEntries(['object', 'string', 'number', 'integer', 'boolean', 'array', 'null', 'mixed', 'raw', 'enum', 'const'].map((name) => [name, realm.fn(name, (call) => call.host(fluentType, EMPTY))]));
      return openModule(realm, 'fluent-json-schema', { ...start, S: realm.record(start), default: realm.record(start) });
    },
  },
});
