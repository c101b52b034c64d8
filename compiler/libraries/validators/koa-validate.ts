import { ANY, type Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  intersectShapes,
  limit,
  objectShape,
  settledShape,
  type Call,
  type DraftShape,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, withArguments } from '../support/fallback.js';
import { RULES } from './support/text-rules.js';
import { typed } from '../support/errors.js';

/** `ctx.checkBody('name').notEmpty().len(2, 20)`: what each method says counts from there on, and errors are kept in `ctx.errors`. */
interface Check {
  readonly context: Value;
  /** What has the member. */
  readonly part: Value;
  /** Null for what is looked for by a path. */
  readonly name: string | null;
  readonly origin: Value['origin'];
  shape: DraftShape;
  required: boolean;
  /** From here on a value that is missing (or empty, which a missing one is) is not looked at. */
  skips: boolean;
  /** What a conversion or a default has put in the place of the value. */
  value: Value | null;
}

const checkOf = (call: Call): Check | null => call.data(call.receiver, checkType);

/** What `ctx.errors` may be once something was checked. */
const ERRORS: Shape = { kind: 'array', items: { kind: 'object', open: true } };

/** A method that refuses what does not look like the shape. `demands`: nor what is missing. */
function demand(call: Call, shape: DraftShape, demands: boolean): void {
  const check = checkOf(call);
  if (!check) return;
  const known = check.shape;
  // Lengths of what is of another kind are those of its text.
  if (known.kind === 'any' || known.kind === shape.kind || shape.kind === 'any') check.shape = intersectShapes(known, shape);
  // The text of a number is a text as well: what it has to be is the number.
  else if (known.kind === 'string' && shape.kind !== 'string') check.shape = shape;
  if (demands && !check.skips) check.required = true;
  tell(call, check);
  const { context } = check;
  if (context.kind === 'object' && call.oneOf)
    call.set(
      context,
      'errors',
      call.oneOf([call.const(undefined), typed(call, ERRORS, 'the errors of the checks')], 'the request passes the checks'),
    );
}

/** What is known of the member is told of the request. */
function tell(call: Call, { part, name, shape, required, origin }: Check): void {
  if (name === null || (shape.kind === 'any' && !required && shape.default === undefined)) return;
  const place = origin?.span;
  const member = { name, shape, ...(required && { required }), ...(place && { place }) };
  call.refine?.(part, settledShape(call, objectShape([member], true)), 'validator');
}

const rule =
  (shape: DraftShape, demands: boolean): Transfer =>
  (call) => {
    demand(call, shape, demands);
    return call.receiver;
  };

/** A validator of validator.js: what it says besides the value comes behind the message. */
const ofValidator =
  (name: string, first = 1): Transfer =>
  (call) => {
    let said: ReturnType<(typeof RULES)[string]> = null;
    withArguments(
      call,
      name,
      (inner) => {
        said = RULES[name]!(inner);
        return inner.receiver;
      },
      call.args.slice(first),
    );
    const found = said as ReturnType<(typeof RULES)[string]>;
    if (found) demand(call, found.shape, found.demands === true);
    return call.receiver;
  };

/** `gt(10)`: what is no number is not less than one, nor is what is missing. */
const bound =
  (of: (limit: number) => DraftShape): Transfer =>
  (call) => {
    const given = call.constant(argument(call, 0));
    if (typeof given === 'number') {
      const check = checkOf(call);
      const kind = check?.shape.kind === 'integer' ? 'integer' : 'number';
      demand(call, { ...of(given), kind }, false);
    }
    return call.receiver;
  };

const length: Transfer = (call) => {
  const [min, max] = [0, 1].map((index) => call.constant(argument(call, index)));
  demand(
    call,
    limit(
      { kind: 'string' },
      { minLength: typeof min === 'number' && min > 0 ? min : undefined, maxLength: typeof max === 'number' ? max : undefined },
    ),
    true,
  );
  return call.receiver;
};

/** The value is of the kind from here on, after what refuses everything else. */
const conversion =
  (refuses: Transfer | null, kind: 'integer' | 'number' | 'boolean'): Transfer =>
  (call, emit) => {
    refuses?.(call, emit);
    const check = checkOf(call);
    if (!check) return call.receiver;
    if (!refuses && check.shape.kind === 'any') {
      check.shape = { kind };
      tell(call, check);
    }
    check.value = typed(call, { kind }, 'a value that was converted');
    return call.receiver;
  };

const skipping: Transfer = (call) => {
  const check = checkOf(call);
  if (check) check.skips = true;
  return call.receiver;
};

const orElse: Transfer = (call) => {
  const check = checkOf(call);
  const given = argument(call, 0);
  if (!check) return call.receiver;
  const json = call.json(given);
  if (json !== undefined) {
    check.shape = { ...check.shape, default: json };
    tell(call, check);
  }
  const value = valueOf(call, check);
  // A whole number in place of a whole number.
  if (!(Number.isInteger(json) && call.shapeOf?.(value).kind === 'integer'))
    check.value = call.oneOf?.([value, given], 'the request has the value') ?? value;
  return call.receiver;
};

const valueOf = (call: Call, { value, part, name, shape }: Check): Value =>
  value ?? (name !== null && shape.kind !== 'file' ? call.get(part, name) : call.unknown('a value that is checked'));

const TYPES: Readonly<Record<string, Shape>> = {
  boolean: { kind: 'boolean' },
  string: { kind: 'string' },
  number: { kind: 'number' },
  object: { kind: 'object', open: true },
  array: { kind: 'array' },
};

const NAMES: readonly string[] = [
  ...[
    'isFloat',
    'isEmail',
    'isAlpha',
    'isNumeric',
    'isAlphanumeric',
    'isBase64',
    'isHexadecimal',
    'isHexColor',
    'isLowercase',
    'isUppercase',
  ],
  ...['isInt', 'isUUID', 'isDate', 'isCreditCard', 'isISBN', 'isJSON', 'isAscii', 'isCurrency', 'isDataURI', 'isMobilePhone', 'isISO8601'],
  ...['isMACAddress', 'isISIN', 'isFQDN'],
];

const OF_FILES: readonly string[] = ['size', 'contentTypeMatch', 'isImageContentType', 'fileNameMatch', 'suffixIn'];

const checkType: HostType<Check> = defineHostType<Check>({
  name: 'Validator',
  module: 'koa-validate',
  inert: true,
  methods: {
    optional: skipping,
    empty: skipping,
    // A number passes as well as a text.
    notEmpty: rule(ANY, true),
    notBlank: rule(ANY, true),
    exist: rule(ANY, true),
    ...Object.fromEntries(OF_FILES.map((name) => [name, rule(ANY, true)])),
    ...Object.fromEntries(NAMES.map((name) => [name, ofValidator(name)])),
    isUrl: ofValidator('isURL'),
    isIp: ofValidator('isIP'),
    isTime: rule({ kind: 'string', format: 'time' }, true),
    len: length,
    isLength: length,
    isByteLength: rule({ kind: 'string' }, true),
    byteLength: rule({ kind: 'string' }, true),
    in: ofValidator('isIn', 0),
    isIn: ofValidator('isIn', 0),
    eq: ofValidator('equals', 0),
    match: ofValidator('matches', 0),
    isDivisibleBy: ofValidator('isDivisibleBy', 0),
    contains: ofValidator('contains', 0),
    isAfter: ofValidator('isAfter', 0),
    isBefore: ofValidator('isBefore', 0),
    gt: bound((above) => ({ kind: 'number', above })),
    lt: bound((below) => ({ kind: 'number', below })),
    ge: bound((minimum) => ({ kind: 'number', minimum })),
    le: bound((maximum) => ({ kind: 'number', maximum })),
    type: (call) => {
      const shape = TYPES[call.text(argument(call, 0)) ?? ''];
      if (shape) demand(call, shape, false);
      return call.receiver;
    },
    toInt: conversion(ofValidator('isInt'), 'integer'),
    toFloat: conversion(ofValidator('isFloat'), 'number'),
    toBoolean: conversion(null, 'boolean'),
    toDate: ofValidator('isDate'),
    default: orElse,
    hasError: (call) => typed(call, { kind: 'boolean' }, 'whether something was refused'),
  },
  getters: {
    value: (call) => {
      const check = checkOf(call);
      return check ? valueOf(call, check) : call.const(undefined);
    },
  },
  // Conversions of texts, checks by functions of the program, what is done with files.
  missing: (call, key) =>
    ['then', 'default', '__esModule', 'constructor', 'prototype', 'toJSON'].includes(key)
      ? undefined
      : call.fn(key, (inner) => inner.receiver),
});

/** `ctx.checkBody(name)`: the part is that of the context which the method is called on. */
const starting =
  (partOf: (call: Call, context: Value) => Value, shape: Shape = ANY): Transfer =>
  (call) => {
    const text = call.text(argument(call, 0));
    // A path into JSON (`/items/0/name`) may find many values.
    const name = text === null || /^#?\//.test(text) ? null : text;
    const part = partOf(call, call.receiver);
    const data: Check = { context: call.receiver, part, name, origin: null, shape, required: false, skips: false, value: null };
    const made = call.host(checkType, data);
    (data as { origin: Value['origin'] }).origin = made.origin;
    return made;
  };

const CHECKS: Readonly<Record<string, Transfer>> = {
  checkBody: starting((call, context) => call.get(call.get(context, 'request'), 'body')),
  checkQuery: starting((call, context) => call.get(context, 'query')),
  checkParams: starting((call, context) => call.get(context, 'params')),
  checkHeader: starting((call, context) => call.get(context, 'header')),
  checkFile: starting((call, context) => call.get(call.get(context, 'request'), 'body'), { kind: 'file' }),
};

/** `validate(app)`: all contexts of the application have the methods. Older versions gave a middleware that adds them. */
const validate: Transfer = (call) => {
  const [app] = call.args;
  if (app?.kind !== 'object') return call.unknown('a middleware of koa-validate', { module: 'koa-validate', path: 'default()' });
  const prototype = call.get(app, 'context');
  for (const [name, transfer] of Object.entries(CHECKS)) call.set(prototype, name, call.fn(name, transfer));
  return call.const(undefined);
};

const model: ModuleModel = (realm) => realm.fn('validate', validate, { default: realm.fn('validate', validate) });

export const koaValidateLibrary = defineLibrary({ modules: { 'koa-validate': model } });
