import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  jsonSchemaShape,
  openModule,
  type Call,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { errorClass, errorOf, type ErrorClass, typed } from '../support/errors.js';

/** Schemas that others refer to, by their names. */
interface Instance {
  readonly schemas: Map<string, Value>;
}

const text = (name: string): { readonly name: string; readonly shape: Shape; readonly required: true } => ({
  name,
  shape: { kind: 'string' },
  required: true,
});
const ERRORS: Shape = {
  kind: 'array',
  items: { kind: 'object', open: true, properties: [text('property'), text('message'), text('name'), text('stack')] },
};
const VALIDATION_ERROR: ErrorClass = {
  module: 'jsonschema',
  path: ['ValidationError'],
  name: 'ValidationError',
  members: { property: { kind: 'string' }, stack: { kind: 'string' } },
};

/** `validate(instance, schema, { throwError })`. */
function result(call: Call, schemas: ReadonlyMap<string, Value>): Value {
  const [instance, schema, options] = [argument(call, 0), argument(call, 1), argument(call, 2)];
  const throws = ['throwError', 'throwFirst', 'throwAll'].some(
    (key) => options.kind === 'object' && call.truthy(call.get(options, key)) === true,
  );
  if (throws) call.mayThrow?.(errorOf(call, VALIDATION_ERROR));
  const shape = jsonSchemaShape(call, schema, (reference) => schemas.get(reference) ?? null);
  const behind = call.refine?.(instance, shape, 'validator') ?? instance;
  const valid = throws
    ? call.const(true)
    : (call.oneOf?.([call.const(true), call.const(false)], 'the value passes the schema') ?? call.unknown('whether a value passes'));
  return call.record({ instance: behind, schema, valid, errors: typed(call, ERRORS, 'the errors of a validation') });
}

const validatorType: HostType<Instance> = defineHostType<Instance>({
  name: 'Validator',
  module: 'jsonschema',
  inert: true,
  methods: {
    validate: (call) => result(call, call.data(call.receiver, validatorType)?.schemas ?? new Map<string, Value>()),
    addSchema: (call) => {
      const schema = argument(call, 0);
      const name = call.text(argument(call, 1)) ?? ['$id', 'id'].map((key) => call.text(call.get(schema, key))).find((id) => id !== null);
      if (name) call.data(call.receiver, validatorType)?.schemas.set(name, schema);
      return undefined;
    },
  },
  missing: (call, key) =>
    ['then', 'default', '__esModule', 'constructor', 'prototype'].includes(key)
      ? undefined
      : call.unknown(`${key} of a validator`, { module: 'jsonschema', path: key }),
});

const REQUEST_ERROR: ErrorClass = {
  module: 'express-jsonschema',
  path: ['JsonSchemaValidation'],
  name: 'JsonSchemaValidation',
  members: { message: 'express-jsonschema: Invalid data found', validations: { kind: 'object', open: true } },
};

/** `validate({ body: schema }, [others])`: parts of a request, and schemas that theirs refer to. */
const guardType: HostType<{ readonly parts: readonly (readonly [string, Shape])[] }> = defineHostType({
  name: 'validate',
  module: 'express-jsonschema',
  methods: {},
  call: (call) => {
    const [request, next] = [argument(call, 0), argument(call, 2)];
    call.mayThrow?.(errorOf(call, REQUEST_ERROR));
    for (const [part, shape] of call.data(call.receiver, guardType)?.parts ?? [])
      call.refine?.(call.get(request, part), shape, 'validator');
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
    return undefined;
  },
});
const validate: Transfer = (call) => {
  const [given, others] = [argument(call, 0), argument(call, 1)];
  const schemas = new Map<string, Value>();
  for (const other of call.elements(others) ?? []) {
    const name = ['$id', 'id'].map((key) => call.text(call.get(other, key))).find((id) => id !== null);
    if (name) schemas.set(name, other);
  }
  const parts = (given.kind === 'object' ? (knownEntries(call, given) ?? []) : []).map(([part, schema]): readonly [string, Shape] => [
    part,
    jsonSchemaShape(call, schema, (reference) => schemas.get(reference) ?? null),
  ]);
  return call.host(guardType, { parts }, { name: call.const('validate') });
};

export const jsonschemaLibrary = defineLibrary({
  modules: {
    jsonschema: (realm) =>
      openModule(realm, 'jsonschema', {
        Validator: realm.fn('Validator', (call) => call.host(validatorType, { schemas: new Map() }), {
          prototype: realm.prototype(validatorType),
        }),
        ...functions(realm, { validate: (call) => result(call, new Map()) }),
        ValidationError: errorClass(realm, VALIDATION_ERROR),
      }),
    'express-jsonschema': (realm) =>
      openModule(realm, 'express-jsonschema', {
        ...functions(realm, { validate, addSchemaProperties: () => undefined }),
        JsonSchemaValidation: errorClass(realm, REQUEST_ERROR, ['validations']),
      }),
  },
});
