import { type Shape } from '@tool/ir';
import { defineHostType, settledShape, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { isPlainObject, knownEntries } from '../support/deep-merge.js';
import {
  EVERYWHERE,
  chainOf,
  chainType,
  check,
  listOf,
  makeChain,
  pathOf,
  placesOf,
  recordOf,
  resultOf,
  rule,
  schemaChains,
  shapeAt,
  type Location,
} from './express-validator-chains.js';

/** Where a request keeps the chains that nobody has asked the errors of yet. */
const PENDING = '_validationChains';

/** What the program gives the middleware: functions by the names that chains and sanitizers get, and what it makes of an error. */
interface Options {
  readonly validators: ReadonlyMap<string, Value>;
  readonly sanitizers: ReadonlyMap<string, Value>;
  readonly format: Value | null;
}

function optionsOf(call: Call, given: Value): Options {
  const functionsIn = (key: string): ReadonlyMap<string, Value> => {
    const record = given.kind === 'object' ? call.get(given, key) : null;
    return new Map((record?.kind === 'object' ? (knownEntries(call, record) ?? []) : []).filter(([, fn]) => call.isFunction(fn)));
  };
  const formatter = given.kind === 'object' ? call.get(given, 'errorFormatter') : null;
  const format =
    formatter && call.isFunction(formatter)
      ? call.fn('errorFormatter', (inner) => {
          const error = argument(inner, 0);
          return inner.invoke(
            formatter,
            ['param', 'msg', 'value', 'location'].map((key) => inner.get(error, key)),
          );
        })
      : null;
  return { validators: functionsIn('customValidators'), sanitizers: functionsIn('customSanitizers'), format };
}

/** A path is a text, or a list of its steps. */
const stepsOf = (call: Call, given: Value): readonly string[] | null => {
  const steps = (call.elements(given) ?? [given]).map((step) => call.constant(step));
  if (steps.some((step) => typeof step !== 'string' && typeof step !== 'number')) return null;
  return steps.flatMap((step) => pathOf(String(step)));
};
const spelled = (steps: readonly string[], locations: readonly Location[]): readonly string[] =>
  locations.length === 1 && locations[0] === 'headers'
    ? steps.map((step) => (step.toLowerCase() === 'referrer' ? 'referer' : step.toLowerCase()))
    : steps;

/** `request.checkBody('email', 'message')`, or with the chains of several fields as a record. */
const checks =
  (options: Options, locations: readonly Location[]): Transfer =>
  (call) => {
    const request = call.receiver;
    const [given, message] = [argument(call, 0), argument(call, 1)];
    const own = Object.fromEntries([
      ['len', call.fn('len', rule('isLength'))],
      ...[...options.validators].map(([name, fn]): [string, Value] => [
        name,
        call.fn(name, (inner) => {
          const chain = chainOf(inner);
          chain?.named.push([fn, inner.args]);
          chain?.messages.push(chain.standardMessage);
          return inner.receiver;
        }),
      ]),
    ]);
    if (isPlainObject(call, given)) {
      const chains = schemaChains(call, given, locations, (places, field, text) => makeChain(call, places, field, text, own));
      keep(call, request, chains);
      return undefined;
    }
    const steps = stepsOf(call, given);
    const chain = makeChain(call, locations, call.const(steps ? spelled(steps, locations).join('.') : '*'), message, own);
    keep(call, request, [chain]);
    return chain;
  };

/** Each time a list of its own: an arm that adds a chain leaves that of the other arm alone. */
function keep(call: Call, request: Value, chains: readonly Value[]): void {
  const before = call.alternatives(call.get(request, PENDING));
  const lists = before.map((list) => call.list([...(call.elements(list) ?? []), ...chains]));
  call.set(request, PENDING, lists.length === 1 ? lists[0]! : (call.oneOf?.(lists, 'what is checked') ?? lists[0]!));
}

/** Checks what was asked for since. A chain that only some arms have made is one that some requests are not checked by. */
function runPending(call: Call, request: Value): void {
  const lists = call.alternatives(call.get(request, PENDING)).map((list) => call.elements(list) ?? []);
  for (const made of new Set(lists.flat())) {
    const chain = call.data(made, chainType)?.chain;
    if (!chain) continue;
    if (!lists.every((list) => list.includes(made))) chain.conditional = true;
    check(call, chain, request);
  }
  call.set(request, PENDING, call.list([]));
}

/** `request.validationErrors(mapped)`: false where there are none. */
const errors =
  (options: Options): Transfer =>
  (call) => {
    runPending(call, call.receiver);
    const found = foundErrors(call, options);
    return call.oneOf?.([found, call.const(false)], 'the request passes the validators') ?? found;
  };
function foundErrors(call: Call, options: Options): Value {
  const found = { request: call.receiver, onRequest: true, format: options.format };
  const mapped = call.truthy(argument(call, 0));
  if (mapped !== null) return mapped ? recordOf(call, found) : listOf(call, found);
  return call.oneOf?.([listOf(call, found), recordOf(call, found)], 'the errors by field') ?? listOf(call, found);
}

/** What sanitizers make of a value that nothing else is known of. */
const TEXT: Shape = { kind: 'string' };
const MADE: Readonly<Record<string, Shape>> = {
  toInt: { kind: 'integer' },
  toFloat: { kind: 'number' },
  toBoolean: { kind: 'boolean' },
  toDate: { kind: 'string', format: 'date-time' },
  ...Object.fromEntries(
    ['toString', 'trim', 'ltrim', 'rtrim', 'escape', 'unescape', 'stripLow', 'whitelist', 'blacklist', 'normalizeEmail'].map((name) => [
      name,
      TEXT,
    ]),
  ),
};

interface Sanitizer {
  readonly request: Value;
  readonly locations: readonly Location[];
  readonly steps: readonly string[];
  readonly options: Options;
}

/** `request.sanitizeBody('age')`: its methods change the request at once, and give the new value. */
const sanitizerType: HostType<Sanitizer> = defineHostType<Sanitizer>({
  name: 'Sanitizer',
  module: 'express-validator',
  inert: true,
  methods: Object.fromEntries(
    Object.entries(MADE).map(([name, shape]): [string, Transfer] => [
      name,
      (call) =>
        sanitize(call, (value, { request, locations, steps }) => {
          if (call.shapeOf?.(value).kind !== 'any') return;
          const { location, others } = placesOf(locations);
          const made = settledShape(call, shapeAt(steps, shape, false));
          for (const place of [location, ...others]) call.refine?.(call.get(request, place), made, 'validator');
        }),
    ]),
  ),
  missing: (call, key) => {
    const own = call.data(call.receiver, sanitizerType)?.options.sanitizers.get(key);
    if (!own) return undefined;
    return call.fn(key, (inner) =>
      sanitize(inner, (value, { request, locations, steps }) => {
        const made = inner.invoke(own, [value, ...inner.args]);
        if (steps.length === 1) inner.set(inner.get(request, placesOf(locations).location), steps[0]!, made);
      }),
    );
  },
});

/** Runs something on the value that the sanitizer looks at, and gives it as it is then. */
function sanitize(call: Call, run: (value: Value, at: Sanitizer) => void): Value {
  const data = call.data(call.receiver, sanitizerType);
  if (!data || data.steps.length === 0 || data.steps.includes('*')) return call.unknown('a value of the request');
  const value = (): Value => data.steps.reduce((at, step) => call.get(at, step), call.get(data.request, placesOf(data.locations).location));
  run(value(), data);
  return value();
}

const sanitizes =
  (options: Options, locations: readonly Location[]): Transfer =>
  (call) => {
    const steps = stepsOf(call, argument(call, 0));
    return call.host(sanitizerType, { request: call.receiver, locations, steps: spelled(steps ?? [], locations), options });
  };

const PLACES: Readonly<Record<string, Location>> = {
  Body: 'body',
  Params: 'params',
  Query: 'query',
  Headers: 'headers',
  Cookies: 'cookies',
};
const SANITIZED: readonly Location[] = ['body', 'params', 'query', 'cookies'];

/** What the middleware leaves on each request. */
const methodsOf = (options: Options): Readonly<Record<string, Transfer>> => ({
  ...Object.fromEntries(
    Object.entries(PLACES).flatMap(([name, place]) => [
      [`check${name}`, checks(options, [place])],
      [`sanitize${name}`, sanitizes(options, [place])],
    ]),
  ),
  ...Object.fromEntries(['check', 'assert', 'validate'].map((name) => [name, checks(options, EVERYWHERE)])),
  ...Object.fromEntries(['sanitize', 'filter'].map((name) => [name, sanitizes(options, SANITIZED)])),
  validationErrors: errors(options),
  asyncValidationErrors: (call) => {
    runPending(call, call.receiver);
    call.mayThrow?.(foundErrors(call, options));
    return promised(call, call.const(undefined));
  },
  getValidationResult: (call) => {
    runPending(call, call.receiver);
    return promised(call, resultOf(call, { request: call.receiver, onRequest: true, format: options.format }));
  },
});

const middlewareType: HostType<Options> = defineHostType<Options>({
  name: 'expressValidator',
  module: 'express-validator',
  methods: {},
  call: (call) => {
    const options = call.data(call.receiver, middlewareType);
    const [request, next] = [argument(call, 0), argument(call, 2)];
    for (const [name, method] of Object.entries(options ? methodsOf(options) : {})) call.set(request, name, call.fn(name, method));
    call.set(request, PENDING, call.list([]));
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
  },
});

/** `expressValidator({ customValidators, customSanitizers, errorFormatter })`. */
export const onRequests = (call: Call): Value =>
  call.host(middlewareType, optionsOf(call, argument(call, 0)), { name: call.const('expressValidator') });
