import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  jsonSchemaShape,
  meaningOf,
  openModule,
  settledShape,
  type Call,
  type HostType,
  type Meaning,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { errorClass, errorOf, type ErrorClass, typed } from '../support/errors.js';

/** An instance of Ajv: the schemas it knows by name. */
interface Instance {
  readonly schemas: Map<string, Value>;
}

const ERRORS: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'instancePath', shape: { kind: 'string' }, required: true },
      { name: 'schemaPath', shape: { kind: 'string' }, required: true },
      { name: 'keyword', shape: { kind: 'string' }, required: true },
      { name: 'params', shape: { kind: 'object', open: true }, required: true },
      { name: 'message', shape: { kind: 'string' } },
    ],
  },
};
const AJV_ERROR: ErrorClass = {
  module: 'ajv',
  path: ['ValidationError'],
  name: 'Error',
  members: { errors: ERRORS, ajv: true, validation: true },
};

interface Validator {
  readonly meaning: Meaning;
  readonly asynchronous: boolean;
}

/** Accepts or refuses: which one, only run time knows. */
const verdict = (call: Call, shape: Shape, value: Value, asynchronous: boolean): Value => {
  if (asynchronous) call.mayThrow?.(errorOf(call, AJV_ERROR));
  const behind = call.refine?.(value, shape, 'validator') ?? value;
  if (asynchronous) return promised(call, behind);
  return (
    call.oneOf?.([call.const(true), call.const(false)], 'the value passes the schema') ??
    call.unknown('whether the value passes the schema', { module: 'ajv', path: 'validate()' })
  );
};

/** Who asks whether there are errors has not asked for the verdict, or asks once more; who looks at them knows that there are some. */
const errors: Transfer = (call) => {
  const found = typed(call, ERRORS, 'the errors of a validation');
  return (call.isTested?.() && call.oneOf?.([found, call.const(null)], 'the value does not pass the schema')) || found;
};

/** What `compile` gives: a function with `errors`. */
const validatorType: HostType<Validator> = defineHostType<Validator>({
  name: 'validate',
  module: 'ajv',
  methods: {},
  getters: {
    errors,
    schema: (call) => call.unknown('the schema of a validator'),
  },
  call: (call) => {
    const data = call.data(call.receiver, validatorType);
    return verdict(call, data ? settledShape(call, data.meaning.shape) : ANY, argument(call, 0), data?.asynchronous ?? false);
  },
});

const instanceOf = (call: Call): Instance => call.data(call.receiver, ajvType) ?? { schemas: new Map() };

/** The schema that a name or a value stands for. */
const schemaOf = (call: Call, given: Value): Value | null => {
  const name = call.text(given);
  return name === null ? given : (instanceOf(call).schemas.get(name) ?? null);
};
const shapeOf = (call: Call, schema: Value): Shape => {
  const { schemas } = instanceOf(call);
  return jsonSchemaShape(call, schema, (reference) => schemas.get(reference) ?? null);
};
const isAsync = (call: Call, schema: Value): boolean =>
  schema.kind === 'object' && !meaningOf(schema) && call.truthy(call.get(schema, '$async')) === true;
const validatorOf = (call: Call, schema: Value): Value =>
  call.host(validatorType, { meaning: { shape: shapeOf(call, schema), optional: false }, asynchronous: isAsync(call, schema) });

const remember = (call: Call, schema: Value, key: Value): void => {
  const { schemas } = instanceOf(call);
  for (const each of call.elements(schema) ?? [schema]) {
    const name = call.text(key) ?? (each.kind === 'object' ? (call.text(call.get(each, '$id')) ?? call.text(call.get(each, 'id'))) : null);
    if (name !== null) {
      schemas.set(name, each);
      if (name.endsWith('#')) schemas.set(name.slice(0, -1), each);
    }
  }
};
const same: Transfer = (call) => call.receiver;

const ajvType: HostType<Instance> = defineHostType<Instance>({
  name: 'Ajv',
  module: 'ajv',
  inert: true,
  methods: {
    compile: (call) => {
      remember(call, argument(call, 0), call.const(undefined));
      return validatorOf(call, argument(call, 0));
    },
    compileAsync: (call) => promised(call, validatorOf(call, argument(call, 0))),
    compileParser: (call) => call.unknown('a parser', { module: 'ajv', path: 'compileParser()' }),
    compileSerializer: (call) => call.unknown('a serializer', { module: 'ajv', path: 'compileSerializer()' }),
    validate: (call) => {
      const schema = schemaOf(call, argument(call, 0));
      return verdict(call, schema ? shapeOf(call, schema) : ANY, argument(call, 1), schema !== null && isAsync(call, schema));
    },
    addSchema: (call) => {
      remember(call, argument(call, 0), argument(call, 1));
      return call.receiver;
    },
    addMetaSchema: same,
    getSchema: (call) => {
      const schema = schemaOf(call, argument(call, 0));
      return schema ? validatorOf(call, schema) : call.unknown('a schema that is not known', { module: 'ajv', path: 'getSchema()' });
    },
    removeSchema: same,
    addFormat: same,
    addKeyword: same,
    addVocabulary: same,
    removeKeyword: same,
    validateSchema: (call) => call.const(true),
    errorsText: (call) => typed(call, { kind: 'string' }, 'the errors of a validation as text'),
  },
  getters: { errors, opts: (call) => call.unknown('options') },
  missing: (call, key) =>
    ['then', 'default', '__esModule', 'constructor', 'prototype'].includes(key)
      ? undefined
      : call.unknown(`${key} of Ajv`, { module: 'ajv', path: key }),
});

const construct: Transfer = (call) => {
  const instance: Instance = { schemas: new Map() };
  const made = call.host(ajvType, instance);
  const options = argument(call, 0);
  const schemas = options.kind === 'object' ? call.get(options, 'schemas') : null;
  if (schemas?.kind === 'object') {
    const add = call.get(made, 'addSchema');
    const elements = call.elements(schemas);
    if (elements) call.invoke(add, [schemas], made);
    else for (const [name, schema] of call.entries(schemas) ?? []) call.invoke(add, [schema, call.const(name)], made);
  }
  return made;
};

const model =
  (name: string): ModuleModel =>
  (realm) => {
    const own = { ValidationError: errorClass(realm, AJV_ERROR, ['errors']), prototype: realm.prototype(ajvType) };
    const ajv = realm.fn('Ajv', construct, own);
    return realm.fn('Ajv', construct, {
      ...own,
      default: ajv,
      Ajv: ajv,
      Ajv2019: ajv,
      Ajv2020: ajv,
      ...functions(realm, { str: (call) => call.unknown('code', { module: name, path: 'str' }) }),
    });
  };

/** Adds formats, keywords or messages to the instance that it is given. */
const plugin: ModuleModel = (realm) => {
  const add: Transfer = (call) => argument(call, 0);
  return realm.fn('plugin', add, { default: realm.fn('plugin', add) });
};

/** `new Validator({…}).validate({body: schema})`: a middleware. */
interface Guard {
  readonly segments: readonly (readonly [string, Shape])[];
}
const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'validate',
  module: 'express-json-validator-middleware',
  methods: {},
  call: (call) => {
    const [request, next] = [argument(call, 0), argument(call, 2)];
    call.mayThrow?.(
      errorOf(call, {
        module: 'express-json-validator-middleware',
        path: ['ValidationError'],
        name: 'JsonSchemaValidationError',
        members: { validationErrors: { kind: 'object', open: true } },
      }),
    );
    for (const [segment, shape] of call.data(call.receiver, guardType)?.segments ?? [])
      call.refine?.(call.get(request, segment), shape, 'validator');
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
  },
});
const validate: Transfer = (call) => {
  const given = argument(call, 0);
  const segments = (given.kind === 'object' ? (call.entries(given) ?? []) : []).map(([name, schema]): readonly [string, Shape] => [
    name,
    jsonSchemaShape(call, schema),
  ]);
  return call.host(guardType, { segments }, { name: call.const('validate') });
};
const middleware: ModuleModel = (realm: Realm) =>
  openModule(realm, 'express-json-validator-middleware', {
    Validator: realm.fn('Validator', (call) =>
      call.record({ validate: call.fn('validate', validate), ajv: call.host(ajvType, { schemas: new Map() }) }),
    ),
    validate: realm.fn('validate', validate),
    ...Object.fromEntries(
      ['ValidationError', 'JsonSchemaValidation'].map((name) => [
        name,
        errorClass(
          realm,
          {
            module: 'express-json-validator-middleware',
            path: [name],
            name: 'JsonSchemaValidationError',
            members: { validationErrors: { kind: 'object', open: true } },
          },
          ['validationErrors'],
        ),
      ]),
    ),
  });

export const ajvLibrary = defineLibrary({
  modules: {
    ...Object.fromEntries(
      ['ajv', 'ajv/dist/ajv', 'ajv/dist/2019', 'ajv/dist/2020', 'ajv/dist/2019.js', 'ajv/dist/2020.js', 'ajv/dist/ajv.js'].map((name) => [
        name,
        model(name),
      ]),
    ),
    ...Object.fromEntries(['ajv-formats', 'ajv-keywords', 'ajv-errors', 'ajv-formats-draft2019', 'ajv-i18n'].map((name) => [name, plugin])),
    'express-json-validator-middleware': middleware,
  },
});
