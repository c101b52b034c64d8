import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  meaningOf,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, callbackOf, promised } from '../support/fallback.js';
import { errorClass, errorOf } from '../support/errors.js';
import {
  alternativesOf,
  compiled,
  joiAccepts,
  joiError,
  joiResult,
  joiType,
  lazySchema,
  newSchema,
  objectOf,
  schemaOf,
  type JoiData,
} from './joi-schema.js';

/** `Joi`, or what `Joi.extend(…)` makes of it. */
interface Root {
  readonly module: string;
  /** Types that extensions add or replace: the schema each starts with. */
  readonly types: ReadonlyMap<string, Value>;
}

const BASES: Readonly<Record<string, Shape>> = {
  any: ANY,
  string: { kind: 'string' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
  bool: { kind: 'boolean' },
  date: { kind: 'string', format: 'date-time' },
  array: { kind: 'array' },
  binary: ANY,
  func: ANY,
  function: ANY,
  symbol: ANY,
  link: ANY,
};

const rootOf = (call: Call): Root => call.data(call.receiver, rootType) ?? { module: 'joi', types: new Map() };
const PREFERENCE_METHODS = [
  'allow',
  'custom',
  'disallow',
  'equal',
  'exist',
  'forbidden',
  'invalid',
  'not',
  'only',
  'optional',
  'options',
  'prefs',
  'preferences',
  'required',
  'strip',
  'valid',
  'when',
];

/** `Joi.string()`; an extension may have put another schema in its place. */
const started =
  (name: string, make: (call: Call, module: string) => Value): Transfer =>
  (call) =>
    rootOf(call).types.get(name) ?? make(call, rootOf(call).module);

const methods: Record<string, Transfer> = {
  ...Object.fromEntries(
    Object.entries(BASES).map(([name, shape]) => [
      name,
      started(name, (call, module) => schemaOf(call, newSchema(name === 'bool' ? 'boolean' : name, shape, module))),
    ]),
  ),
  object: started('object', (call, module) =>
    call.isUndefined(argument(call, 0))
      ? schemaOf(call, newSchema('object', { kind: 'object', open: true }, module))
      : meaningOf(argument(call, 0))
        ? argument(call, 0)
        : objectOf(call, argument(call, 0), module),
  ),
  ...Object.fromEntries(
    ['alternatives', 'alt'].map((name) => [
      name,
      started(name, (call, module) =>
        schemaOf(
          call,
          alternativesOf(
            call,
            call.args.flatMap((arg) => call.elements(arg) ?? [arg]),
            module,
          ),
        ),
      ),
    ]),
  ),
  lazy: (call) => lazySchema(call, argument(call, 0), rootOf(call).module),
  // `Joi.required()` is `Joi.any().required()`.
  ...Object.fromEntries(
    PREFERENCE_METHODS.map((name): [string, Transfer] => [
      name,
      (call) => {
        const any = schemaOf(call, newSchema('any', ANY, rootOf(call).module));
        return call.invoke(call.get(any, name), call.args, any);
      },
    ]),
  ),
  compile: (call) => compiled(call, argument(call, 0), rootOf(call).module),
  build: (call) => call.unknown('a schema from its description', { module: 'joi', path: 'build()' }),
  validate: (call) =>
    joiResult(call, compiled(call, argument(call, 1), rootOf(call).module), argument(call, 0), argument(call, 2), callbackOf(call)),
  attempt: (call) => thrown(call),
  assert: (call) => thrown(call),
  validateAsync: (call) => promised(call, thrown(call)),
  ref: (call) => call.unknown('a reference', { module: 'joi', path: 'ref()' }),
  in: (call) => call.unknown('a reference', { module: 'joi', path: 'in()' }),
  expression: (call) => call.unknown('an expression', { module: 'joi', path: 'expression()' }),
  x: (call) => call.unknown('an expression', { module: 'joi', path: 'x()' }),
  isSchema: (call) =>
    argument(call, 0).kind === 'unknown'
      ? call.unknown('whether it is a schema')
      : call.const(call.data(argument(call, 0), joiType) !== null),
  isRef: (call) => call.unknown('whether it is a reference'),
  isError: (call) => call.unknown('whether it is an error'),
  reach: (call) => {
    const schema = argument(call, 0);
    return call.invoke(call.get(schema, 'extract'), [argument(call, 1)], schema);
  },
  defaults: (call) => {
    const root = rootOf(call);
    const adjust = argument(call, 0);
    return call.host(
      rootType,
      {
        ...root,
        types: new Map([
          ...root.types,
          ...Object.keys(BASES)
            .filter((name) => name !== 'link')
            .map((name): [string, Value] => [name, call.invoke(adjust, [call.invoke(call.get(call.receiver, name), [], call.receiver)])]),
        ]),
      },
      own(call),
    );
  },
  extend: (call) => extended(call),
  types: (call) =>
    call.record(
      Object.fromEntries(
        [...Object.keys(BASES), 'object', 'alternatives'].map((name) => [
          name,
          call.fn(name, (inner) => inner.invoke(inner.get(call.receiver, name), inner.args, call.receiver)),
        ]),
      ),
    ),
  cache: (call) => call.unknown('a cache'),
  checkPreferences: () => undefined,
  version: (call) => call.unknown('a version'),
};

const thrown = (call: Call): Value => {
  const { module } = rootOf(call);
  call.mayThrow?.(errorOf(call, joiError(module)));
  return joiAccepts(call, compiled(call, argument(call, 1), module), argument(call, 0), argument(call, 3));
};

/** An extension names a type, and the schema it starts with; a function gets the root. What it checks beside that is its own. */
function extended(call: Call): Value {
  const root = rootOf(call);
  const types = new Map(root.types);
  for (const given of call.args.flatMap((arg) => call.elements(arg) ?? [arg])) {
    const extension = call.isFunction(given) ? call.invoke(given, [call.receiver]) : given;
    if (extension.kind !== 'object') continue;
    const name = call.text(call.get(extension, 'type')) ?? call.text(call.get(extension, 'name'));
    const base = call.get(extension, 'base');
    const data = call.data(base, joiType);
    const prepares = ['coerce', 'prepare', 'pre', 'validate'].some((key) => !call.isUndefined(call.get(extension, key)));
    if (name === null) continue;
    // A type that converts what it gets may accept anything else.
    if (data)
      types.set(
        name,
        prepares
          ? schemaOf(call, {
              ...(data satisfies JoiData),
              base: data.members ? data.base : { kind: data.base.kind, ...(data.base.open && { open: true }) },
            })
          : base,
      );
    else if (!Object.hasOwn(methods, name)) types.set(name, schemaOf(call, newSchema(name, ANY, root.module)));
  }
  return call.host(rootType, { ...root, types }, own(call));
}

const own = (call: Call): Record<string, Value> => ({ ValidationError: call.get(call.receiver, 'ValidationError') });

const rootType: HostType<Root> = defineHostType<Root>({
  name: 'Joi',
  module: 'joi',
  inert: true,
  methods,
  getters: { default: (call) => call.receiver, Joi: (call) => call.receiver },
  missing: (call, key) => {
    const type = rootOf(call).types.get(key);
    if (type) return call.fn(key, () => type);
    return ['then', '__esModule', 'module.exports', 'constructor', 'prototype'].includes(key)
      ? undefined
      : call.unknown(`${key} of joi`, { module: 'joi', path: key });
  },
});

export const joiRoot = (realm: Realm, module: string): Value =>
  realm.host(
    rootType,
    { module, types: new Map() },
    { ValidationError: errorClass(realm, joiError(module), ['message', 'details', '_original']) },
  );
const model =
  (module: string): ModuleModel =>
  (realm) =>
    joiRoot(realm, module);

/** `require('joi-objectid')(Joi)` gives a schema for ids of MongoDB. */
const objectId: ModuleModel = (realm) => {
  const make: Transfer = (call) =>
    call.fn('objectId', (inner) => schemaOf(inner, newSchema('string', { kind: 'string', pattern: '^[0-9a-fA-F]{24}$' }, 'joi')));
  return openFunction(realm, 'joi-objectid', make, functions(realm, { default: make }));
};

export const joiLibrary = defineLibrary({
  modules: {
    ...Object.fromEntries(['joi', '@hapi/joi', 'joi-browser'].map((name) => [name, model(name)])),
    'joi-objectid': objectId,
    'joi-password': (realm) => openModule(realm, 'joi-password', { joiPassword: joiRoot(realm, 'joi') }),
  },
});
