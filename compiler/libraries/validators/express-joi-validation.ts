import {
  defineHostType,
  defineLibrary,
  functions,
  openFunction,
  type Call,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { refusing } from './support/refusing.js';
import { joiError, joiAccepts } from './joi-schema.js';
import { errorOf, typed } from '../support/errors.js';

const PARTS = ['query', 'body', 'headers', 'params', 'fields'];

interface Guard {
  readonly part: string;
  readonly schema: Value;
  /** The options of the validator, and in front of them those of the call. */
  readonly options: readonly Value[];
}

/** The first that is stated. */
const stated = (call: Call, { options }: Guard, key: string): Value | null => {
  for (const each of options) {
    const value = each.kind === 'object' ? call.get(each, key) : null;
    if (value && !call.isUndefined(value)) return value;
  }
  return null;
};

/** `validator.body(schema)`: a text as the refusal, or the result of joi handed on as an error. */
const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'expressJoiValidator',
  module: 'express-joi-validation',
  methods: {},
  call: (call) => {
    const guard = call.data(call.receiver, guardType);
    const [request, response, next] = [argument(call, 0), argument(call, 1), argument(call, 2)];
    if (!guard) return undefined;
    const { part, schema } = guard;
    const preferences = Object.fromEntries([
      ['allowUnknown', call.const(part === 'headers')],
      ...[...guard.options].reverse().flatMap((options) => {
        const own = options.kind === 'object' ? call.get(options, 'joi') : null;
        return own?.kind === 'object' && !own.host ? (knownEntries(call, own) ?? []) : [];
      }),
    ]);
    const given = call.get(request, part);
    const behind = joiAccepts(call, schema, given, call.record(preferences));
    refusing(
      call,
      () => {
        if (call.truthy(stated(call, guard, 'passError') ?? call.const(false)) === true) {
          call.invoke(next, [call.record({ value: given, error: errorOf(call, joiError('joi')), type: call.const(part) })]);
          return;
        }
        const made = call.invoke(call.get(response, 'status'), [stated(call, guard, 'statusCode') ?? call.const(400)], response);
        call.invoke(call.get(made, 'end'), [typed(call, { kind: 'string' }, 'what is refused')], made);
      },
      () => {
        call.set(request, part, behind);
        if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
      },
    );
    return undefined;
  },
});

/** It looks at what is sent, not at what comes. */
const responseType: HostType<null> = defineHostType<null>({
  name: 'response',
  module: 'express-joi-validation',
  methods: {},
  call: (call) => {
    const next = argument(call, 2);
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
    return undefined;
  },
});

const createValidator: Transfer = (call) => {
  const config = argument(call, 0);
  return call.record({
    ...functions(
      call,
      Object.fromEntries(
        PARTS.map((part): [string, Transfer] => [
          part,
          (inner) =>
            inner.host(
              guardType,
              { part, schema: argument(inner, 0), options: [argument(inner, 1), config] },
              { name: inner.const('expressJoiValidator') },
            ),
        ]),
      ),
    ),
    response: call.fn('response', (inner) => inner.host(responseType, null, { name: inner.const('response') })),
  });
};

/** Until version 2 the module is the function itself. */
export const expressJoiValidationLibrary = defineLibrary({
  modules: {
    'express-joi-validation': (realm) =>
      openFunction(realm, 'express-joi-validation', createValidator, {
        ...functions(realm, { createValidator }),
        ContainerTypes: realm.record(Object.fromEntries(PARTS.map((part) => [part[0]!.toUpperCase() + part.slice(1), realm.const(part)]))),
      }),
  },
});
