import {
  defineHostType,
  defineLibrary,
  functions,
  openFunction,
  type Call,
  type HostType,
  type Realm,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { errorClass, errorOf, type ErrorClass } from '../support/errors.js';
import { compiled, joiAccepts } from './joi-schema.js';
import { joiRoot } from './joi.js';

/** Parts of a request that schemas are given for; everything else among them is an option. */
const PARTS: ReadonlySet<string> = new Set(['body', 'query', 'params', 'headers', 'cookies']);

const VALIDATION_ERROR: ErrorClass = {
  module: 'express-validation',
  path: ['ValidationError'],
  name: 'ValidationError',
  members: {
    status: 400,
    statusCode: 400,
    message: { kind: 'string' },
    statusText: 'Bad Request',
    error: 'Bad Request',
    errors: {
      kind: 'array',
      items: { kind: 'object', open: true, properties: [{ name: 'messages', shape: { kind: 'array', items: { kind: 'string' } } }] },
    },
    details: { kind: 'object', open: true },
  },
};

interface Guard {
  readonly parts: readonly (readonly [string, Value])[];
  readonly preferences: Value;
}

/** `validate({ body: … })`: refuses a request before it passes it on. */
const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'validate',
  module: 'express-validation',
  methods: {},
  call: (call) => {
    const data = call.data(call.receiver, guardType);
    const [request, next] = [argument(call, 0), argument(call, 2)];
    call.mayThrow?.(errorOf(call, VALIDATION_ERROR));
    for (const [part, schema] of data?.parts ?? [])
      call.set(request, part, joiAccepts(call, schema, call.get(request, part), data!.preferences));
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
    return undefined;
  },
});

/** `validate(schemas, options, joi)`: schemas by part, each a schema or a record of schemas. What is not described passes by default, as the library asks joi to. */
const validate = (call: Call): Value => {
  const given = argument(call, 0);
  const parts = (given.kind === 'object' ? (knownEntries(call, given) ?? []) : [])
    .filter(([name]) => PARTS.has(name))
    .map(([name, schema]): readonly [string, Value] => [name, compiled(call, schema, 'joi')]);
  return call.host(guardType, { parts, preferences: argument(call, 2) }, { name: call.const('validate') });
};

/** Until version 2 the module is the function itself. */
const module = (realm: Realm): Value =>
  openFunction(realm, 'express-validation', validate, {
    ...functions(realm, { validate }),
    ValidationError: errorClass(realm, VALIDATION_ERROR),
    Joi: joiRoot(realm, 'joi'),
  });

export const expressValidationLibrary = defineLibrary({ modules: { 'express-validation': module } });
