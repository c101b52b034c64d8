import {
  defineHostType,
  defineLibrary,
  functions,
  openModule,
  type Call,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { errorOf, type ErrorClass } from '../support/errors.js';
import { compiled, joiAccepts } from './joi-schema.js';
import { joiRoot } from './joi.js';

const SEGMENTS = { BODY: 'body', COOKIES: 'cookies', HEADERS: 'headers', PARAMS: 'params', QUERY: 'query', SIGNEDCOOKIES: 'signedCookies' };

const CELEBRATE_ERROR: ErrorClass = {
  module: 'celebrate',
  path: ['CelebrateError'],
  name: 'CelebrateError',
  members: {
    details: { kind: 'any' },
    joi: {
      kind: 'object',
      open: true,
      properties: [
        { name: 'message', shape: { kind: 'string' }, required: true },
        {
          name: 'details',
          required: true,
          shape: {
            kind: 'array',
            items: { kind: 'object', open: true, properties: [{ name: 'message', shape: { kind: 'string' }, required: true }] },
          },
        },
      ],
    },
    isCelebrate: true,
  },
};

interface Guard {
  readonly segments: readonly (readonly [string, Value])[];
  readonly preferences: Value;
}

/** `celebrate({ [Segments.BODY]: … })`: refuses a request before it passes it on. */
const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'celebrate',
  module: 'celebrate',
  methods: {},
  call: (call) => {
    const data = call.data(call.receiver, guardType);
    const [request, next] = [argument(call, 0), argument(call, 2)];
    call.mayThrow?.(errorOf(call, CELEBRATE_ERROR));
    for (const [segment, schema] of data?.segments ?? []) {
      const part = joiAccepts(call, schema, call.get(request, segment), data!.preferences);
      call.set(request, segment, part);
    }
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
    return undefined;
  },
});

const celebrate: Transfer = (call) => {
  const given = argument(call, 0);
  const segments = (given.kind === 'object' ? (knownEntries(call, given) ?? []) : []).map(([name, schema]): readonly [string, Value] => [
    name,
    compiled(call, schema, 'joi'),
  ]);
  return call.host(guardType, { segments, preferences: argument(call, 1) }, { name: call.const('celebrate') });
};
/** `celebrator(options, joiOptions, schema)`, whole or argument by argument. */
const celebrator: Transfer = (call) => {
  const args: Value[] = [...call.args];
  const gather = (inner: Call): Value => {
    if (args.length >= 3) return inner.invoke(inner.fn('celebrate', celebrate), [args[2]!, args[1]!]);
    return inner.fn('celebrator', (more) => {
      args.push(...more.args);
      return gather(more);
    });
  };
  return gather(call);
};

/** What `errors()` answers: everything else it hands on. */
const errors: Transfer = (call) => {
  const options = argument(call, 0);
  const status = options.kind === 'object' ? call.constant(call.get(options, 'statusCode')) : undefined;
  const handler: Transfer = (inner, emit) => {
    const [error, response, next] = [argument(inner, 0), argument(inner, 2), argument(inner, 3)];
    const name = error.kind === 'object' ? inner.text(inner.get(error, 'name')) : null;
    const answer = (): void => {
      const made = inner.invoke(inner.get(response, 'status'), [inner.const(typeof status === 'number' ? status : 400)], response);
      const text = (why: string): Value => inner.typed?.({ kind: 'string' }, why) ?? inner.unknown(why);
      const part = inner.record({
        source: text('where the error is'),
        keys: inner.typed?.({ kind: 'array', items: { kind: 'string' } }, 'names of members') ?? inner.list([]),
        message: text('a message'),
      });
      inner.invoke(
        inner.get(made, 'send'),
        [
          inner.record({
            statusCode: inner.const(typeof status === 'number' ? status : 400),
            error: inner.const('Bad Request'),
            message: text('a message'),
            validation: inner.record({ body: part }),
          }),
        ],
        made,
      );
    };
    if (name === 'CelebrateError') answer();
    else if (name !== null || !inner.oneOf) inner.invoke(next, [error]);
    else
      emit.branch(inner.oneOf([inner.const(true), inner.const(false)], 'the error comes from a validation'), (arm) => {
        if (inner.truthy(arm) === true) answer();
        else inner.invoke(next, [error]);
      });
    return undefined;
  };
  return call.host(errorsType, handler, { name: call.const('errors'), length: call.const(4) });
};
const errorsType: HostType<Transfer> = defineHostType<Transfer>({
  name: 'errors',
  module: 'celebrate',
  methods: {},
  call: (call, emit) => call.data(call.receiver, errorsType)?.(call, emit),
});

export const celebrateLibrary = defineLibrary({
  modules: {
    celebrate: (realm) =>
      openModule(realm, 'celebrate', {
        ...functions(realm, {
          celebrate,
          celebrator,
          errors,
          isCelebrateError: (call) => {
            const error = argument(call, 0);
            const name = error.kind === 'object' ? call.text(call.get(error, 'name')) : null;
            return name === null ? call.unknown('whether a validation refused it') : call.const(name === 'CelebrateError');
          },
        }),
        Segments: realm.record(Object.fromEntries(Object.entries(SEGMENTS).map(([name, value]) => [name, realm.const(value)]))),
        Modes: realm.record({ FULL: realm.const('full'), PARTIAL: realm.const('partial') }),
        Joi: joiRoot(realm, 'joi'),
      }),
  },
});
