import { ANY, type Shape, type ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  intersectShapes,
  objectShape,
  openModule,
  orNull,
  settledShape,
  type Call,
  type DraftShape,
  type HostType,
  type Meaning,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { typed } from './support/accept.js';
import { RULES } from './support/text-rules.js';

/** Where a chain looks: properties of the request. */
type Location = 'body' | 'cookies' | 'headers' | 'params' | 'query';

/** `body('email').isEmail()`. A chain is one object that its methods change. */
interface Chain {
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
  /** Functions of the program whose result takes the place of the value. */
  readonly sanitizers: Value[];
  /** For each validator what it says of a value that it refuses; null where that is a text of the package. */
  readonly messages: (Value | null)[];
  /** What all say that say nothing else. */
  readonly standardMessage: Value | null;
}

/** What the validators of a request say that is no text of the package. */
const said = new WeakMap<object, Value[]>();

/** What functions of the program throw that is no error object, by request and field: it is kept as the message, as it is. */
const thrown = new WeakMap<object, Map<string, Value[]>>();

interface ChainData {
  readonly meaning: Meaning;
  readonly chain: Chain;
}

const chainOf = (call: Call): Chain | null => call.data(call.receiver, chainType)?.chain ?? null;

const rule =
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

/** Places a shape at a path of members: `['address', 'city']`, `*` for each element of a list. Everything around it is open. */
function shapeAt(path: readonly string[], shape: DraftShape, required: boolean, place?: ShapeProperty['place']): DraftShape {
  const [name, ...rest] = path;
  if (name === undefined) return shape;
  if (name === '*' || name === '**') return { kind: 'array', items: shapeAt(rest, shape, required, place) };
  return objectShape(
    [{ name, shape: shapeAt(rest, shape, required, place), ...(required && { required }), ...(place && { place }) }],
    true,
  );
}

const shapeOfField = (chain: Chain, path: readonly string[]): DraftShape => {
  const place = chain.origin?.span;
  return shapeAt(path, chain.shape, isRequired(chain), place);
};
const isRequired = (chain: Chain): boolean => chain.demands && !chain.optional && !chain.conditional;

/** Checks the request: what it refuses is known when `validationResult` is asked. */
function check(call: Call, chain: Chain, request: Value): void {
  // A chain that looks in several places takes the value where it is: in the path of a route that has the parameter, in the query where requests have no body.
  const location = chain.locations.length === 1 ? chain.locations[0]! : chain.locations.includes('body') ? 'body' : chain.locations[0]!;
  noteMessages(call, chain, request, location);
  const others = (['query', 'params'] as const).filter((other) => location === 'body' && chain.locations.includes(other));
  for (const path of chain.fields) {
    if (path.length === 0 && chain.shape.kind === 'any') continue;
    const part = call.get(request, location);
    const names = location === 'headers' ? path.map((name) => name.toLowerCase()) : path;
    replace(call, chain, request, part, names, location);
    const shape = settledShape(call, shapeOfField(chain, names));
    call.refine?.(part, shape, 'validator');
    for (const other of others) call.refine?.(call.get(request, other), shape, 'validator');
    runCustoms(call, chain, request, part, path, location);
  }
}

/** Puts what functions of the program make of a field in its place: what they take from elsewhere, nobody sends. */
function replace(call: Call, chain: Chain, request: Value, part: Value, path: readonly string[], location: Location): void {
  const [name, ...inner] = path;
  if (name === undefined || inner.length > 0 || name === '*' || request.kind !== 'object') return;
  for (const sanitize of chain.sanitizers) {
    const meta = call.record({ req: request, location: call.const(location), path: call.const(name) });
    call.set(part, name, call.awaited(call.invoke(sanitize, [call.get(part, name), meta])));
  }
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

/** Runs the program's own functions on the value of a field. */
function runCustoms(call: Call, chain: Chain, request: Value, part: Value, path: readonly string[], location: Location): void {
  if (chain.customs.length === 0 || request.kind !== 'object' || path.includes('*')) return;
  const named = location === 'headers' ? path.map((name) => name.toLowerCase()) : path;
  const value = named.reduce((at, name) => call.get(at, name), part);
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
}

const run: Transfer = (call) => {
  const chain = chainOf(call);
  if (chain) check(call, chain, argument(call, 0));
  return promised(call, call.host(resultType, null));
};
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

const chainType: HostType<ChainData> = defineHostType<ChainData>({
  name: 'ValidationChain',
  module: 'express-validator',
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
      if (fn && call.isFunction(fn)) chainOf(call)?.sanitizers.push(fn);
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
const pathOf = (text: string): readonly string[] =>
  text
    .split(/[.[\]"']+/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? '*' : part));

function makeChain(call: Call, locations: readonly Location[], fields: Value, message = call.const(undefined)): Value {
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
  const made = call.host(chainType, data, { name: call.const(locations.length === 1 ? locations[0]! : 'check') });
  (chain as { origin: Value['origin'] }).origin = made.origin;
  return made;
}

const starting =
  (...locations: readonly Location[]): Transfer =>
  (call) =>
    makeChain(call, locations, argument(call, 0), argument(call, 1));
const EVERYWHERE: readonly Location[] = ['body', 'cookies', 'headers', 'params', 'query'];
const asLocation = (name: string | null): Location | null => (EVERYWHERE.includes(name as Location) ? (name as Location) : null);
const locationsOf = (call: Call, value: Value): readonly Location[] =>
  (call.elements(value) ?? [value]).map((each) => asLocation(call.text(each))).filter((each): each is Location => each !== null);

const WORDS: ReadonlySet<string> = new Set(['in', 'errorMessage']);

/** `checkSchema({ email: { in: ['body'], isEmail: true } })`: a list of chains. */
const checkSchema: Transfer = (call) => {
  const given = argument(call, 0);
  const standard = locationsOf(call, argument(call, 1));
  const chains = (given.kind === 'object' ? (call.entries(given) ?? []) : []).map(([field, config]) => {
    const stated = config.kind === 'object' ? locationsOf(call, call.get(config, 'in')) : [];
    const message = config.kind === 'object' ? call.get(config, 'errorMessage') : call.const(undefined);
    const chain = makeChain(call, stated.length > 0 ? stated : standard.length > 0 ? standard : EVERYWHERE, call.const(field), message);
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

/** One of several groups holds: which, only run time knows. */
const eitherType: HostType<null> = defineHostType<null>({
  name: 'oneOf',
  module: 'express-validator',
  methods: { run: (call) => promised(call, call.host(resultType, null)) },
  call: (call) => {
    const next = argument(call, 2);
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
  },
});

/** An error of the validation, as the version of the package writes it. */
function errorShape(call: Call): Shape {
  const old = Number(/\d+/.exec(call.packageVersion?.('express-validator') ?? '')?.[0] ?? 7) < 7;
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
      text('location'),
    ],
  };
}

/** The errors that a request may have. */
function errors(call: Call): Value {
  const list = typed(call, { kind: 'array', items: errorShape(call) }, 'the errors of a validation');
  const request = call.data(call.receiver, resultType);
  const messages = request ? (said.get(request) ?? []) : [];
  const element = call.elements(list)?.[0];
  // One shape stands for all texts.
  if (element?.kind === 'object' && messages.some((message) => message.kind === 'object'))
    call.set(element, 'msg', call.oneOf?.(messages, 'what a field is refused for') ?? messages[0]!);
  return list;
}

const formatType: HostType<Value> = defineHostType<Value>({ name: 'format', methods: {} });

/** What `validationResult(request)` gives. */
const resultType: HostType<Value | null> = defineHostType<Value | null>({
  name: 'Result',
  module: 'express-validator',
  inert: true,
  methods: {
    isEmpty: (call) =>
      call.oneOf?.([call.const(true), call.const(false)], 'the request passes the validators') ??
      call.unknown('whether the request passes the validators', { module: 'express-validator', path: 'validationResult().isEmpty()' }),
    array: (call) => formatted(call, errors(call)),
    mapped: (call) => {
      const request = call.data(call.receiver, resultType);
      const fields = request && thrown.get(request);
      if (!fields) return typed(call, { kind: 'object', open: true }, 'the errors of a validation by field');
      const error = (messages: readonly Value[]): Value =>
        call.record({
          msg: call.oneOf?.([typed(call, { kind: 'string' }, 'a message'), ...messages], 'what a field is refused for') ?? messages[0]!,
        });
      const record = call.record(Object.fromEntries([...fields].map(([name, messages]) => [name, error(messages)])));
      call.markOpen?.(record);
      return record;
    },
    formatWith: (call) =>
      call.host(resultType, call.data(call.receiver, resultType) ?? null, { $format: call.host(formatType, argument(call, 0)) }),
    throw: (call) => {
      const base = call.global?.('Error');
      const error = base ? call.construct(base, []) : call.record({});
      call.set(error, 'errors', errors(call));
      call.mayThrow?.(error);
      return undefined;
    },
  },
  getters: { errors },
  missing: () => undefined,
});
/** A list of what the program's own function makes of an error. */
const formatted = (call: Call, list: Value): Value => {
  const format = call.data(call.get(call.receiver, '$format'), formatType);
  const element = format && call.elements(list)?.[0];
  return format && element ? call.invoke(call.get(list, 'map'), [format], list) : list;
};

const validationResult: Transfer = (call) => call.host(resultType, argument(call, 0));

const members = (realm: Realm): Record<string, Value> => ({
  ...functions(realm, {
    body: starting('body'),
    query: starting('query'),
    param: starting('params'),
    header: starting('headers'),
    cookie: starting('cookies'),
    check: starting(...EVERYWHERE),
    checkSchema,
    oneOf: (call) => call.host(eitherType, null, { name: call.const('oneOf') }),
    buildCheckFunction: (call) => {
      const locations = locationsOf(call, argument(call, 0));
      return call.fn('check', starting(...(locations.length > 0 ? locations : EVERYWHERE)));
    },
    checkExact: (call) => {
      const given = argument(call, 0);
      return call.list([
        ...(call.elements(given) ?? (call.isUndefined(given) ? [] : [given])),
        call.host(eitherType, null, { name: call.const('checkExact') }),
      ]);
    },
    matchedData: (call) => typed(call, { kind: 'object', open: true }, 'the data that passed the validators'),
    // Chains of the older `express-validator/filter`.
    sanitize: starting(...EVERYWHERE),
    sanitizeBody: starting('body'),
    sanitizeQuery: starting('query'),
    sanitizeParam: starting('params'),
    sanitizeCookie: starting('cookies'),
  }),
  validationResult: realm.fn('validationResult', validationResult, {
    withDefaults: realm.fn('withDefaults', (call) =>
      call.fn('validationResult', (inner) => {
        const options = argument(call, 0);
        const result = inner.host(resultType, argument(inner, 0));
        const format = options.kind === 'object' ? inner.get(options, 'formatter') : inner.const(undefined);
        return inner.isFunction(format) ? inner.invoke(inner.get(result, 'formatWith'), [format], result) : result;
      }),
    ),
  }),
});

const model =
  (name: string): ModuleModel =>
  (realm) =>
    openModule(realm, name, { ...members(realm), ExpressValidator: realm.fn('ExpressValidator', (call) => call.record(members(call))) });

export const expressValidatorLibrary = defineLibrary({
  modules: Object.fromEntries(
    ['express-validator', 'express-validator/check', 'express-validator/filter'].map((name) => [name, model(name)]),
  ),
});
