import { ANY, type Shape, type ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  intersectShapes,
  objectShape,
  orNull,
  settledShape,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised, majorOf } from '../support/fallback.js';
import { RULES } from './support/text-rules.js';
import { typed } from '../support/errors.js';
import { noteChecked } from './express-validator-matched.js';

/** Where a chain looks: properties of the request. */
export type Location = 'body' | 'cookies' | 'headers' | 'params' | 'query';

/** `body('email').isEmail()`. A chain is one object that its methods change. */
export interface Chain {
  readonly fields: readonly (readonly string[])[];
  readonly locations: readonly Location[];
  shape: DraftShape;
  /** A validator refuses the empty text, and with it a field that is missing. */
  demands: boolean;
  optional: boolean;
  /** The next validator means its opposite. */
  negated: boolean;
  /** Some requests are not checked at all. */
  conditional: boolean;
  readonly origin: Value['origin'];
  /** Functions of the program that look at the value: what they throw is an error of the validation. */
  readonly customs: Value[];
  /** The same for those that programs give names: they get the arguments of the call behind the value, and say by their result whether it passes. */
  readonly named: (readonly [fn: Value, args: readonly Value[]])[];
  /** Functions of the program whose result takes the place of the value, and whether a validator stands in front of them: that asks the sender for it. */
  readonly sanitizers: { readonly sanitize: Value; readonly isAsked: boolean }[];
  /** For each validator what it says of a value that it refuses; null where that is a text of the package. */
  readonly messages: (Value | null)[];
  /** What all say that say nothing else. */
  readonly standardMessage: Value | null;
}

/** What the validators of a request say that is no text of the package. */
const said = new WeakMap<object, Value[]>();

/** What functions of the program throw that is no error object, by request and field: it is kept as the message, as it is. */
const thrown = new WeakMap<object, Map<string, Value[]>>();

export interface ChainData {
  readonly meaning: Meaning;
  readonly chain: Chain;
}

export const chainOf = (call: Call, value = call.receiver): Chain | null => call.data(value, chainType)?.chain ?? null;

export const rule =
  (name: string): Transfer =>
  (call) => {
    const chain = chainOf(call);
    if (!chain) return call.receiver;
    const { negated } = chain;
    chain.negated = false;
    chain.messages.push(chain.standardMessage);
    const rules = negated ? null : RULES[name]!(call);
    if (!rules) return call.receiver;
    if (rules.demands) chain.demands = true;
    // Texts of lists and numbers are measured as well: the type that another validator names is the better one.
    const vague = ['notEmpty', 'isLength', 'exists'].includes(name) && chain.shape.kind !== 'any' && chain.shape.kind !== 'string';
    if (vague) return call.receiver;
    const weak =
      chain.shape.kind === 'string' &&
      rules.shape.kind !== 'string' &&
      Object.keys(chain.shape).every((key) => ['kind', 'minLength', 'maxLength', 'default'].includes(key));
    chain.shape = weak
      ? { ...rules.shape, ...(chain.shape.default !== undefined && { default: chain.shape.default }) }
      : intersectShapes(chain.shape, rules.shape);
    return call.receiver;
  };

/** What conversions say where no validator does. */
const converts =
  (shape: Shape): Transfer =>
  (call) => {
    const chain = chainOf(call);
    if (chain && chain.shape.kind === 'any')
      chain.shape = { ...shape, ...(chain.shape.default !== undefined && { default: chain.shape.default }) };
    return call.receiver;
  };

const optional: Transfer = (call) => {
  const chain = chainOf(call);
  const options = argument(call, 0);
  if (!chain || call.constant(options) === false) return call.receiver;
  chain.optional = true;
  const values = options.kind === 'object' ? call.text(call.get(options, 'values')) : null;
  const flag = (key: string): boolean => options.kind === 'object' && call.truthy(call.get(options, key)) === true;
  if (values === 'null' || flag('nullable')) chain.shape = orNull(chain.shape);
  return call.receiver;
};

const isWildcard = (name: string): boolean => name === '*' || name === '**';

/** Places a shape at a path of members: `['address', 'city']`, `*` for each element of a list. Everything around it is open. */
export function shapeAt(path: readonly string[], shape: DraftShape, required: boolean, place?: ShapeProperty['place']): DraftShape {
  const [name, ...rest] = path;
  if (name === undefined) return shape;
  if (isWildcard(name)) return { kind: 'array', items: shapeAt(rest, shape, required, place) };
  return objectShape(
    // Of elements that are not there nothing is asked: `tags.*` refuses nobody who sends no tags.
    [
      {
        name,
        shape: shapeAt(rest, shape, required, place),
        ...(required && !rest.some(isWildcard) && { required }),
        ...(place && { place }),
      },
    ],
    true,
  );
}

const shapeOfField = (chain: Chain, path: readonly string[], required = isRequired(chain)): DraftShape =>
  shapeAt(path, chain.shape, required, chain.origin?.span);
const isRequired = (chain: Chain): boolean => chain.demands && !chain.optional && !chain.conditional;

/** What looks in several places takes the value where it is: in the path of a route that has the parameter, in the query where requests have no body. */
export function placesOf(locations: readonly Location[]): { readonly location: Location; readonly others: readonly Location[] } {
  const location = locations.length === 1 ? locations[0]! : locations.includes('body') ? 'body' : locations[0]!;
  return { location, others: (['query', 'params'] as const).filter((other) => location === 'body' && locations.includes(other)) };
}

/** Checks the request: what it refuses is known when `validationResult` is asked. */
export function check(call: Call, chain: Chain, request: Value): void {
  const { location, others } = placesOf(chain.locations);
  noteChecked(call, request);
  noteMessages(call, chain, request, location);
  for (const path of chain.fields) {
    if (path.length === 0 && chain.shape.kind === 'any') continue;
    const part = call.get(request, location);
    const names = location === 'headers' ? path.map((name) => name.toLowerCase()) : path;
    const required = isRequired(chain) || asksForIt(call, chain, request, names, location);
    const shape = settledShape(call, shapeOfField(chain, names, required));
    const refine = (): void => {
      for (const each of [part, ...others.map((other) => call.get(request, other))]) call.refine?.(each, shape, 'validator');
    };
    if (replace(call, chain, request, part, names, location, refine)) call.refine?.(part, shape, 'validator');
    else refine();
    runCustoms(call, chain, request, others.length > 0 ? null : part, path, location);
    replace(call, chain, request, part, names, location, null);
  }
}

/** Whether a function of the program refuses whoever lacks the field: it throws, or what it gives at once is false. */
function asksForIt(call: Call, chain: Chain, request: Value, [name, ...inner]: readonly string[], location: Location): boolean {
  if (chain.optional || chain.conditional || name === undefined || name === '*' || inner.length > 0) return false;
  const meta = call.record({ req: request, location: call.const(location), path: call.const(name) });
  return chain.customs.some((custom) => {
    let refuses = call.throwsNothing !== undefined;
    call.throwsNothing?.(() => {
      const given = call.invoke(custom, [call.const(undefined), meta]);
      refuses = call.truthy(call.awaited(given)) === false && call.awaited(given) === given;
    });
    return refuses;
  });
}

const fieldOf = (value: Value): string | null =>
  value.kind === 'unknown' && value.trace ? [value.trace.part, ...value.trace.path].join('.') : null;
/** Whether the value is made of that field: of what a package makes of it nobody knows more. */
function isMadeOf(call: Call, value: Value, field: string, depth = 0): boolean {
  if (fieldOf(value) === field) return true;
  const parts =
    value.kind === 'unknown'
      ? [...(value.provenance?.args ?? []), ...(value.provenance?.before ?? [])]
      : value.kind === 'oneOf'
        ? value.values
        : (call.elements(value) ?? []);
  return depth < 4 && parts.some((each) => isMadeOf(call, each, field, depth + 1));
}

/**
 * Puts what functions of the program make of a field in its place, those in front of all validators or the others: what the first take from elsewhere, nobody
 * sends. `refine` says of the field what validators behind the first say of it. Whether there is another value in its place.
 */
function replace(
  call: Call,
  chain: Chain,
  request: Value,
  part: Value,
  path: readonly string[],
  location: Location,
  refine: (() => void) | null,
): boolean {
  const [name, ...inner] = path;
  if (name === undefined || inner.length > 0 || name === '*' || request.kind !== 'object') return false;
  let isOther = false;
  for (const { sanitize, isAsked } of chain.sanitizers) {
    if (isAsked !== (refine === null)) continue;
    const meta = call.record({ req: request, location: call.const(location), path: call.const(name) });
    const given = call.get(part, name);
    const made = call.awaited(call.invoke(sanitize, [given, meta]));
    const field = fieldOf(given);
    if (made !== given && field !== null && isMadeOf(call, made, field)) refine?.();
    isOther ||= made !== given;
    call.set(part, name, made);
  }
  return isOther;
}

/** Keeps what the validators of a chain say; functions of the program make it of the value. */
function noteMessages(call: Call, chain: Chain, request: Value, location: Location): void {
  if (request.kind !== 'object') return;
  const text = typed(call, { kind: 'string' }, 'a message');
  const meta = call.record({ req: request, location: call.const(location), path: text });
  const values = chain.messages.map((message) =>
    message && call.isFunction(message) ? call.invoke(message, [call.unknown('a value that is refused'), meta]) : (message ?? text),
  );
  said.set(request, [...(said.get(request) ?? []), ...values]);
}

/** Runs the program's own functions on the value of a field. Without a part it comes from whichever holds it: what they read of it says nothing of the body. */
function runCustoms(call: Call, chain: Chain, request: Value, part: Value | null, path: readonly string[], location: Location): void {
  if (chain.customs.length + chain.named.length === 0 || request.kind !== 'object' || path.includes('*')) return;
  const named = location === 'headers' ? path.map((name) => name.toLowerCase()) : path;
  const value = part ? named.reduce((at, name) => call.get(at, name), part) : call.unknown('a value that is checked');
  const meta = call.record({ req: request, location: call.const(location), path: call.const(path.join('.')) });
  const keep = (error: Value): void => {
    if (error.kind !== 'object' || !call.isUndefined(call.get(error, 'stack'))) return;
    const fields = thrown.get(request) ?? new Map<string, Value[]>();
    thrown.set(request, fields);
    const known = fields.get(path.join('.')) ?? [];
    fields.set(path.join('.'), [...known, error]);
  };
  for (const custom of chain.customs) {
    const invoke = (): void => {
      call.awaited(call.invoke(custom, [value, meta]));
    };
    if (call.catching)
      call.catching(invoke, (error) => {
        for (const each of call.alternatives(error)) keep(each);
      });
    else invoke();
  }
  for (const [fn, args] of chain.named) call.awaited(call.invoke(fn, [value, ...args]));
}

const run: Transfer = (call) => {
  const chain = chainOf(call);
  if (!chain) return promised(call, resultOf(call, null));
  const request = argument(call, 0);
  check(call, chain, request);
  return promised(
    call,
    resultOf(call, { request: call.const(undefined), onRequest: false, format: null, passes: (asked) => passes(asked, chain, request) }),
  );
};
/** Whether the field of a chain looks as the chain asks. */
function passes(call: Call, chain: Chain, request: Value): Value | undefined {
  const [path, ...more] = chain.fields;
  const { location, others } = placesOf(chain.locations);
  if (!path || path.length === 0 || path.includes('*') || more.length + others.length > 0) return undefined;
  const names = location === 'headers' ? path.map((name) => name.toLowerCase()) : path;
  const value = names.reduce((at, name) => call.get(at, name), call.get(request, location));
  const shape = names.reduce<Shape | undefined>(
    (at, name) => at?.properties?.find((property) => property.name === name)?.shape,
    settledShape(call, shapeOfField(chain, names)),
  );
  return shape && call.testFor?.(value, shape, { required: isRequired(chain) });
}
const middleware: Transfer = (call) => {
  const chain = chainOf(call);
  if (chain) check(call, chain, argument(call, 0));
  const next = argument(call, 2);
  if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
};

const setDefault: Transfer = (call) => {
  const chain = chainOf(call);
  const json = call.json(argument(call, 0));
  if (chain) {
    chain.optional = true;
    if (json !== undefined) chain.shape = { ...chain.shape, default: json };
  }
  return call.receiver;
};

export const chainType: HostType<ChainData> = defineHostType<ChainData>({
  name: 'ValidationChain',
  module: 'express-validator',
  manifold: true,
  methods: {
    ...Object.fromEntries(Object.keys(RULES).map((name) => [name, rule(name)])),
    isEmpty: (call, emit) => {
      const chain = chainOf(call);
      if (!chain?.negated) return call.receiver;
      chain.negated = false;
      return rule('notEmpty')(call, emit);
    },
    not: (call) => {
      const chain = chainOf(call);
      if (chain) chain.negated = true;
      return call.receiver;
    },
    custom: (call) => {
      const chain = chainOf(call);
      if (chain) chain.negated = false;
      const [fn] = call.args;
      if (chain && fn && call.isFunction(fn)) chain.customs.push(fn);
      chain?.messages.push(chain.standardMessage);
      return call.receiver;
    },
    customSanitizer: (call) => {
      const [fn] = call.args;
      const chain = chainOf(call);
      if (chain && fn && call.isFunction(fn)) chain.sanitizers.push({ sanitize: fn, isAsked: chain.messages.length > 0 });
      return call.receiver;
    },
    if: (call) => {
      const chain = chainOf(call);
      if (chain) chain.conditional = true;
      return call.receiver;
    },
    withMessage: (call) => {
      const messages = chainOf(call)?.messages;
      if (messages && messages.length > 0) messages[messages.length - 1] = argument(call, 0);
      return call.receiver;
    },
    optional,
    default: setDefault,
    run,
    toInt: converts({ kind: 'integer' }),
    toFloat: converts({ kind: 'number' }),
    toBoolean: converts({ kind: 'boolean' }),
    toDate: converts({ kind: 'string', format: 'date-time' }),
    trim: converts({ kind: 'string' }),
    normalizeEmail: converts({ kind: 'string' }),
    escape: converts({ kind: 'string' }),
    toLowerCase: converts({ kind: 'string' }),
    toUpperCase: converts({ kind: 'string' }),
  },
  getters: { builder: (call) => call.unknown('the parts of a chain') },
  call: middleware,
  missing: (call, key) =>
    [
      'then',
      'default',
      '__esModule',
      'constructor',
      'prototype',
      'parse',
      'safeParse',
      'validate',
      'validateAsync',
      'handle',
      'length',
      'stack',
      'routes',
    ].includes(key)
      ? undefined
      : call.fn(key, (inner) => inner.receiver),
});

/** `items[0].name`, `tags.*`, `address.city` as members. */
export const pathOf = (text: string): readonly string[] =>
  text
    .split(/[.[\]"']+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? '*' : part));

export function makeChain(
  call: Call,
  locations: readonly Location[],
  fields: Value,
  message = call.const(undefined),
  own: Readonly<Record<string, Value>> = {},
): Value {
  const listed = call.isUndefined(fields) ? [''] : (call.elements(fields) ?? [fields]).map((field) => call.text(field));
  const chain: Chain = {
    fields: listed.filter((name): name is string => name !== null && name !== '*').map(pathOf),
    locations,
    shape: ANY,
    demands: false,
    optional: false,
    negated: false,
    conditional: false,
    origin: null,
    customs: [],
    named: [],
    sanitizers: [],
    messages: [],
    standardMessage: call.isUndefined(message) ? null : message,
  };
  // A chain changes; its meaning is read when it is used.
  const data: ChainData = {
    chain,
    get meaning() {
      return {
        shape: chain.fields.map((path) => shapeOfField(chain, path)).reduce<DraftShape>(intersectShapes, ANY),
        optional: !isRequired(chain),
      };
    },
  };
  const made = call.host(chainType, data, { name: call.const(locations.length === 1 ? locations[0]! : 'check'), ...own });
  (chain as { origin: Value['origin'] }).origin = made.origin;
  return made;
}

export const EVERYWHERE: readonly Location[] = ['body', 'cookies', 'headers', 'params', 'query'];
const asLocation = (name: string | null): Location | null => (EVERYWHERE.includes(name as Location) ? (name as Location) : null);
export const locationsOf = (call: Call, value: Value): readonly Location[] =>
  (call.elements(value) ?? [value]).map((each) => asLocation(call.text(each))).filter((each): each is Location => each !== null);

const WORDS: ReadonlySet<string> = new Set(['in', 'errorMessage']);

/** The chains of `{ email: { in: ['body'], isEmail: true } }`. */
export const schemaChains = (
  call: Call,
  given: Value,
  standard: readonly Location[],
  make: (locations: readonly Location[], field: Value, message: Value) => Value,
): readonly Value[] =>
  (given.kind === 'object' ? (call.entries(given) ?? []) : []).map(([field, config]) => {
    const stated = config.kind === 'object' ? locationsOf(call, call.get(config, 'in')) : [];
    const message = config.kind === 'object' ? call.get(config, 'errorMessage') : call.const(undefined);
    const chain = make(stated.length > 0 ? stated : standard.length > 0 ? standard : EVERYWHERE, call.const(field), message);
    for (const [name, settings] of config.kind === 'object' ? (call.entries(config) ?? []) : []) {
      if (WORDS.has(name) || call.constant(settings) === false) continue;
      const options = settings.kind === 'object' ? call.get(settings, 'options') : call.const(undefined);
      if (settings.kind === 'object' && call.truthy(call.get(settings, 'negated')) === true) call.invoke(call.get(chain, 'not'), [], chain);
      const elements = call.elements(options);
      const args = call.isUndefined(options)
        ? []
        : elements && !['isIn', 'default'].includes(name)
          ? elements
          : elements && name === 'isIn' && elements.length === 1 && call.elements(elements[0]!)
            ? elements
            : [options];
      const method = call.get(chain, name);
      if (call.isFunction(method)) call.invoke(method, args, chain);
      const own = settings.kind === 'object' ? call.get(settings, 'errorMessage') : call.const(undefined);
      if (!call.isUndefined(own)) call.invoke(call.get(chain, 'withMessage'), [own], chain);
    }
    return chain;
  });

/** `checkSchema({ … })`: a list of chains. */
export const checkSchema: Transfer = (call) => {
  const chains = schemaChains(call, argument(call, 0), locationsOf(call, argument(call, 1)), (...chain) => makeChain(call, ...chain));
  const list = call.list(chains);
  call.set(
    list,
    'run',
    call.fn('run', (inner) => {
      for (const chain of chains) inner.invoke(inner.get(chain, 'run'), [argument(inner, 0)], chain);
      return promised(inner, inner.list([]));
    }),
  );
  return list;
};

/** An error of the validation, as the version of the package writes it. */
function errorShape(call: Call, onRequest: boolean): Shape {
  const major = majorOf(call, 'express-validator') ?? (onRequest ? 5 : 7);
  const old = major < 7;
  const text = (name: string): { readonly name: string; readonly shape: Shape; readonly required: true } => ({
    name,
    shape: { kind: 'string' },
    required: true,
  });
  return {
    kind: 'object',
    open: true,
    properties: [
      ...(old ? [] : [text('type')]),
      { name: 'value', shape: ANY },
      text('msg'),
      text(old ? 'param' : 'path'),
      ...(major < 4 ? [] : [text('location')]),
    ],
  };
}

/** What a result is of. `onRequest`: methods of the request have checked it, as until version 5. */
interface Found {
  readonly request: Value;
  readonly onRequest: boolean;
  /** What the program makes of an error. */
  readonly format: Value | null;
  /** Of one chain: whether the request passes it. */
  readonly passes?: (call: Call) => Value | undefined;
}

/** The errors that a request may have. */
function errorsOf(call: Call, found: Found | null, areCounted = false): Value {
  const passed = areCounted ? found?.passes?.(call) : undefined;
  if (passed && call.either) {
    const few = call.list([]);
    const error = call.elements(errorsOf(call, found))?.[0] ?? call.unknown('an error of a validation');
    call.either(passed, (holds) => {
      if (!holds) call.invoke(call.get(few, 'push'), [error], few);
    });
    return few;
  }
  const list = typed(call, { kind: 'array', items: errorShape(call, found?.onRequest ?? false) }, 'the errors of a validation');
  const messages = found ? (said.get(found.request) ?? []) : [];
  const element = call.elements(list)?.[0];
  // One shape stands for all texts.
  if (element?.kind === 'object' && messages.some((message) => message.kind === 'object'))
    call.set(element, 'msg', call.oneOf?.(messages, 'what a field is refused for') ?? messages[0]!);
  return list;
}
const foundBy = (call: Call): Found | null => call.data(call.receiver, resultType) ?? null;

/** A list of what the program's own function makes of an error. */
export function listOf(call: Call, found: Found | null): Value {
  const list = errorsOf(call, found);
  return found?.format && call.elements(list)?.[0] ? call.invoke(call.get(list, 'map'), [found.format], list) : list;
}

/** The first error of each field. */
export function recordOf(call: Call, found: Found | null): Value {
  const fields = found && thrown.get(found.request);
  if (!fields) return typed(call, { kind: 'object', open: true }, 'the errors of a validation by field');
  const error = (messages: readonly Value[]): Value =>
    call.record({
      msg: call.oneOf?.([typed(call, { kind: 'string' }, 'a message'), ...messages], 'what a field is refused for') ?? messages[0]!,
    });
  const record = call.record(Object.fromEntries([...fields].map(([name, messages]) => [name, error(messages)])));
  call.markOpen?.(record);
  return record;
}

const same: Transfer = (call) => call.receiver;

/** What `validationResult(request)` gives. */
const resultType: HostType<Found | null> = defineHostType<Found | null>({
  name: 'Result',
  module: 'express-validator',
  inert: true,
  methods: {
    isEmpty: (call) =>
      foundBy(call)?.passes?.(call) ??
      call.oneOf?.([call.const(true), call.const(false)], 'the request passes the validators') ??
      call.unknown('whether the request passes the validators', { module: 'express-validator', path: 'validationResult().isEmpty()' }),
    array: (call) => listOf(call, foundBy(call)),
    mapped: (call) => recordOf(call, foundBy(call)),
    useFirstErrorOnly: same,
    formatWith: (call) => {
      const found = foundBy(call);
      return call.host(resultType, found && { ...found, format: argument(call, 0) });
    },
    throw: (call) => {
      const base = call.global?.('Error');
      const error = base ? call.construct(base, []) : call.record({});
      call.set(error, 'errors', errorsOf(call, foundBy(call)));
      call.mayThrow?.(error);
      return undefined;
    },
  },
  getters: { errors: (call) => errorsOf(call, foundBy(call), true) },
  missing: () => undefined,
});

export const resultOf = (call: Call, found: Found | null): Value => call.host(resultType, found);
