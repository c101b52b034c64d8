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
import type { Shape } from '@tool/ir';
import { argument } from '../support/fallback.js';
import { knownEntries } from '../support/deep-merge.js';
import { errorOf, type ErrorClass } from '../support/errors.js';
import { compiled, joiAccepts } from './joi-schema.js';
import { joiRoot } from './joi.js';

const SEGMENTS = { BODY: 'body', COOKIES: 'cookies', HEADERS: 'headers', PARAMS: 'params', QUERY: 'query', SIGNEDCOOKIES: 'signedCookies' };

const JOI_ERROR: Shape = {
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
};

const CELEBRATE_ERROR: ErrorClass = {
  module: 'celebrate',
  path: ['CelebrateError'],
  name: 'CelebrateError',
  members: {
    details: { kind: 'any' },
    joi: JOI_ERROR,
    isCelebrate: true,
  },
};

interface Guard {
  readonly segments: readonly (readonly [string, Value])[];
  readonly preferences: Value;
  readonly options: Value;
}

/** Which errors it may give: the first part of the request that is wrong is told, unless all of them are looked at (`mode: 'full'`). */
function errorsOf(call: Call, { segments, options }: Guard): readonly Value[] {
  const map = call.global?.('Map');
  const mode = options.kind === 'object' ? call.get(options, 'mode') : options;
  if (!map || segments.length === 0 || !(call.isUndefined(mode) || call.text(mode) === 'partial')) return [errorOf(call, CELEBRATE_ERROR)];
  const wrong = call.typed?.(JOI_ERROR, 'what is wrong') ?? call.unknown('what is wrong');
  return segments.map(([segment]) =>
    errorOf(call, CELEBRATE_ERROR, { details: call.construct(map, [call.list([call.list([call.const(segment), wrong])])]) }),
  );
}

/** `celebrate({ [Segments.BODY]: … })`: refuses a request before it passes it on. */
const guardType: HostType<Guard> = defineHostType<Guard>({
  name: 'celebrate',
  module: 'celebrate',
  methods: {},
  call: (call) => {
    const data = call.data(call.receiver, guardType);
    const [request, next] = [argument(call, 0), argument(call, 2)];
    for (const error of data ? errorsOf(call, data) : []) call.mayThrow?.(error);
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
  return call.host(guardType, { segments, preferences: argument(call, 1), options: argument(call, 2) }, { name: call.const('celebrate') });
};
/** `celebrator(options, joiOptions, schema)`, whole or argument by argument. */
const celebrator: Transfer = (call) => {
  const args: Value[] = [...call.args];
  const gather = (inner: Call): Value => {
    if (args.length >= 3) return inner.invoke(inner.fn('celebrate', celebrate), [args[2]!, args[1]!, args[0]!]);
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
  const handler: Transfer = (inner) => {
    const [error, response, next] = [argument(inner, 0), argument(inner, 2), argument(inner, 3)];
    const name = error.kind === 'object' ? inner.text(inner.get(error, 'name')) : null;
    const answer = (): void => {
      const details = error.kind === 'object' ? inner.get(error, 'details') : error;
      const made = inner.invoke(inner.get(response, 'status'), [inner.const(typeof status === 'number' ? status : 400)], response);
      const text = (why: string, shape: Shape = { kind: 'string' }): Value => inner.typed?.(shape, why) ?? inner.unknown(why);
      const isWrong = (segment: string): boolean =>
        details.kind === 'object' && inner.constant(inner.invoke(inner.get(details, 'has'), [inner.const(segment)], details)) === true;
      const wrong = Object.values(SEGMENTS).find(isWrong);
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
            validation: wrong ? inner.record({ [wrong]: part }) : text('what is wrong', { kind: 'object', open: true }),
          }),
        ],
        made,
      );
    };
    // Of an error that nobody knows it is not known that a validation gave it: those that do are.
    if (name === 'CelebrateError') answer();
    else inner.invoke(next, [error]);
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
