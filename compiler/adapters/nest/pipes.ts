import { ANY, type Json, type Shape } from '@tool/ir';
import {
  classShape,
  describesMembers,
  enumOf,
  parameterShape,
  type Call,
  type Condition,
  type DeclaredMember,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Unknown,
  type Value,
  wayOfOptions,
} from '@tool/scanner-sdk';
import { packageClass, writtenMethod } from './class-bases.js';
import { exception, exceptionWithStatus } from './exceptions.js';
import { madePart, type Exchange } from './exchange.js';
import type { ParameterRule } from './parameters.js';
import { argument } from './paths.js';

/** A pipe with what runs of it: a class of the framework by its name, or a method of the program. */
export interface Pipe {
  readonly name: string;
  /** Arguments of its constructor. */
  readonly args: readonly Value[];
  readonly transform: Value | null;
  readonly instance: Value | null;
  /** It stands in front of all routes of the application. */
  readonly everywhere?: true;
}

interface Conversion {
  readonly shape: (call: Call, pipe: Pipe) => Shape;
  readonly options: number;
  readonly message: string;
}
const conversion = (shape: Shape, message: string): Conversion => ({ shape: () => shape, options: 0, message });

/** Pipes of the framework that refuse what they cannot convert. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  ParseIntPipe: conversion({ kind: 'integer' }, 'Validation failed (numeric string is expected)'),
  ParseFloatPipe: conversion({ kind: 'number' }, 'Validation failed (numeric string is expected)'),
  ParseBoolPipe: conversion({ kind: 'boolean' }, 'Validation failed (boolean string is expected)'),
  ParseUUIDPipe: conversion({ kind: 'string', format: 'uuid' }, 'Validation failed (uuid is expected)'),
  ParseDatePipe: conversion({ kind: 'string', format: 'date-time' }, 'Validation failed (no Date is expected)'),
  ParseEnumPipe: {
    shape: (call, { args }) => (args[0] && enumOf(call, args[0])) ?? { kind: 'string' },
    options: 1,
    message: 'Validation failed (enum string is expected)',
  },
  ParseArrayPipe: { shape: (call, { args }) => arrayOf(call, args[0]), options: 0, message: 'Validation failed (parsable array expected)' },
};

function arrayOf(call: Call, options: Value | undefined): Shape {
  const items = options?.kind === 'object' ? call.get(options, 'items') : null;
  if (items?.kind !== 'object') return { kind: 'array' };
  const simple = (['String', 'Number', 'Boolean'] as const).find((name) => call.global?.(name) === items);
  return {
    kind: 'array',
    items: simple
      ? { kind: simple.toLowerCase() as 'string' }
      : describesMembers(call, items)
        ? classShape(call, items, wayOfOptions(call, options))
        : ANY,
  };
}

const optionsOf = (pipe: Pick<Pipe, 'args'>, index = 0): Value | null => {
  const value = pipe.args[index];
  return value?.kind === 'object' ? value : null;
};
const option = (call: Call, pipe: Pick<Pipe, 'args'>, name: string, index = 0): Value | null => {
  const options = optionsOf(pipe, index);
  const value = options && call.get(options, name);
  return value && !call.isUndefined(value) ? value : null;
};

/** What an `exceptionFactory` gives, or throws itself, is what is answered. */
function madeBy(call: Call, make: Value, errors: Value, unless?: readonly Condition[]): void {
  const run = (): void => {
    const error = call.invoke(make, [errors]);
    if (!call.isUndefined(error)) call.mayThrow?.(error, unless);
  };
  if (call.catching)
    call.catching(run, (error) => {
      for (const each of call.alternatives(error)) call.mayThrow?.(each, unless);
    });
  else run();
}

/** A pipe refuses: with the exception of its options, or with the status they name. */
export function refuse(
  call: Call,
  pipe: Pick<Pipe, 'args'>,
  message: Value | string,
  options: number,
  errors: () => Value,
  unless?: readonly Condition[],
): void {
  const make = option(call, pipe, 'exceptionFactory', options);
  if (make && call.isFunction(make)) {
    madeBy(call, make, errors(), unless);
    return;
  }
  call.mayThrow?.(refusal(call, pipe, message, options), unless);
}

function refusal(call: Call, pipe: Pick<Pipe, 'args'>, message: Value | string, options: number): Value {
  const status = option(call, pipe, 'errorHttpStatusCode', options);
  const number = status && call.constant(status);
  return typeof number === 'number' ? exceptionWithStatus(call, number, message) : exception(call, 'BadRequestException', message);
}

const ERRORS: Shape = {
  kind: 'array',
  items: {
    kind: 'object',
    open: true,
    properties: [
      { name: 'property', shape: { kind: 'string' }, required: true },
      { name: 'value', shape: ANY },
      { name: 'constraints', shape: { kind: 'object', open: true } },
      { name: 'children', shape: { kind: 'array' } },
    ],
  },
};
const messages = (call: Call): Value =>
  call.typed?.({ kind: 'array', items: { kind: 'string' } }, 'the messages of a validation') ??
  call.unknown('the messages of a validation');
const errors = (call: Call): Value => call.typed?.(ERRORS, 'the errors of a validation') ?? call.unknown('the errors of a validation');

const PARTS: ReadonlySet<string> = new Set(['body', 'query', 'path', 'header']);

/** The argument of a parameter: what the decorator takes from the request, through the pipes. `general` are those of the application, the class and the method. */
export function argumentOf(
  call: Call,
  exchange: Exchange,
  rule: ParameterRule,
  declared: DeclaredMember | undefined,
  general: readonly Pipe[],
  own: readonly Pipe[],
  context: Value,
): Value {
  const part = rule.kind;
  // The pipes of the application see neither headers nor what decorators of the program give.
  const pipes = part === 'header' ? [] : [...(part === 'custom' ? [] : general), ...own];
  const through = (pipe: Pipe, value: Value): Value => transformed(call, pipe, value, rule, declared);
  const { seen } = exchange;
  // What one for all routes looks at in a whole part (to let streams and files alone) is no field of this one.
  const piped = (value: Value): Value =>
    pipes.reduce(
      (at, pipe) =>
        pipe.everywhere && rule.name === null && seen.alikeForAll ? seen.alikeForAll(() => through(pipe, at)) : through(pipe, at),
      value,
    );
  if (part === 'custom') return piped(validated(call, custom(call, rule, context), declared, [...general, ...own]));
  if (part === 'file' || part === 'files') return piped(call.get(exchange.request, rule.name ?? part));
  const taken = (stated: DeclaredMember | undefined): Value => takenFrom(call, exchange, rule, stated, pipes);
  if (isMadeOf(call, rule, declared, own)) return piped(taken(undefined));
  // The type of a whole part, or of a list, is what pipes of its own make of it, where they make something else; a class says what both have.
  const { shape, cls } = parameterShape(call, declared);
  if ((rule.name === null || (part !== 'body' && shape?.kind === 'array')) && own.some(isOfProgram) && !cls) {
    const bare = taken(undefined);
    const made = piped(bare);
    if (made !== bare) return made;
  }
  return piped(taken(declared));
}

/** What decorators of the program give is validated only where a pipe is told so. */
function validated(call: Call, value: Value, declared: DeclaredMember | undefined, pipes: readonly Pipe[]): Value {
  const validation = pipes.find((pipe) => isValidation(pipe) && validatesCustom(call, pipe));
  const { shape, checked } = validation
    ? parameterShape(call, declared, wayOfOptions(call, validation.args[0]))
    : { shape: undefined, checked: false };
  if (!validation || !checked) return value;
  refuse(call, validation, messages(call), 0, () => errors(call));
  return (shape && call.refine?.(value, shape, 'validator')) ?? value;
}

const isOfProgram = (pipe: Pipe): boolean => pipe.transform !== null;
/** One that validates by the declared type, and nothing else. */
const isValidation = (pipe: Pipe): boolean => pipe.name === 'ValidationPipe' && pipe.transform === null;
const isTold = (call: Call, pipe: Pick<Pipe, 'args'>, name: string): boolean => {
  const told = option(call, pipe, name);
  return told !== null && call.truthy(told) === true;
};
const validatesCustom = (call: Call, pipe: Pick<Pipe, 'args'>): boolean => isTold(call, pipe, 'validateCustomDecorators');

const OPTIONS = '_options';
/** The options of a `ValidationPipe` that a class of the program extends, with what its instance makes exceptions with. */
function validationOptions(call: Call, instance: Value): Value {
  const [given, make] = [call.get(instance, OPTIONS), call.get(instance, 'exceptionFactory')];
  const known = given.kind === 'object' ? call.knownEntries?.(given) : null;
  return call.isFunction(make) ? call.record({ ...Object.fromEntries(known ?? []), exceptionFactory: make }) : given;
}

/** The pipe that a class makes which extends `ValidationPipe`. */
export function extendedValidation(call: Call, instance: Value): Pipe {
  const isChanged = ['transform', 'toValidate'].some((name) => writtenMethod(call, instance, name));
  return {
    name: 'ValidationPipe',
    args: [validationOptions(call, instance)],
    transform: isChanged ? call.get(instance, 'transform') : null,
    instance,
  };
}

/** A pipe of a package that extends the framework's for classes with validators (`I18nValidationPipe`), by its name. */
export const isForeignValidation = (pipe: Unknown): boolean =>
  /(?<!zod|joi|yup|ajv|valibot|typebox|schema)ValidationPipe\b/i.test(pipe.provenance?.path ?? '');

/** It validates with the options that it is given, and refuses with an error of its package: of the body nothing is known. */
export const foreignValidation = (call: Call, { provenance }: Unknown): Pipe => {
  const [given] = provenance?.args ?? [];
  const exceptionFactory = call.fn('exceptionFactory', (at) => {
    const body = at.record({});
    at.markOpen?.(body);
    return at.construct(at.get(at.module!('@nestjs/common'), 'HttpException'), [body, at.const(400)]);
  });
  const options = call.record({ ...Object.fromEntries((given?.kind === 'object' && call.knownEntries?.(given)) || []), exceptionFactory });
  return { name: 'ValidationPipe', args: [options], transform: null, instance: null };
};

/** What `super.transform(value, metadata)` does: the class may be another one than the declared one. */
const validate: Transfer = (call) => {
  const [value, metadata] = [argument(call, 0), argument(call, 1)];
  if (call.truthy(call.invoke(call.get(call.receiver, 'toValidate'), [metadata], call.receiver)) === false) return value;
  const pipe = { args: [validationOptions(call, call.receiver)] };
  const cls = option(call, pipe, 'expectedType') ?? (metadata.kind === 'object' ? call.get(metadata, 'metatype') : call.const(undefined));
  let taken = value;
  for (const alternative of call.alternatives(cls)) {
    const { shape, checked } = parameterShape(
      call,
      { name: '', optional: false, place: call.span, cls: alternative, list: false },
      wayOfOptions(call, pipe.args[0]),
    );
    if (!checked || !shape) continue;
    refuse(call, pipe, messages(call), 0, () => errors(call));
    taken = call.refine?.(value, shape, 'validator') ?? value;
  }
  return taken;
};

const toValidate: Transfer = (call) => {
  const type = call.text(call.get(argument(call, 0), 'type'));
  return call.const(type !== 'custom' || validatesCustom(call, { args: [call.get(call.receiver, OPTIONS)] }));
};

/** `ValidationPipe`, as classes of the program extend it; what it makes itself is known by its name and its arguments. */
export function validationPipe(realm: Realm): ObjectValue {
  const provenance = { module: '@nestjs/common', path: 'ValidationPipe' };
  const cls: ObjectValue = packageClass(
    realm,
    realm.unknown('ValidationPipe', provenance),
    'ValidationPipe',
    {
      transform: validate,
      toValidate,
      createExceptionFactory: (call) => {
        const pipe = { args: [call.get(call.receiver, OPTIONS)] };
        return call.fn('exceptionFactory', (at) => refusal(at, pipe, messages(at), 0));
      },
      flattenValidationErrors: messages,
    },
    (call, instance) => {
      const options = argument(call, 0);
      if (call.newTarget === null || call.newTarget === cls)
        return call.unknown('a ValidationPipe', { ...provenance, path: 'new ValidationPipe()', args: call.args });
      call.set(instance, OPTIONS, options);
      call.set(instance, 'isTransformEnabled', call.const(isTold(call, { args: [options] }, 'transform')));
      const own = writtenMethod(call, instance, 'createExceptionFactory');
      const make = option(call, { args: [options] }, 'exceptionFactory') ?? (own && call.invoke(own, [], instance));
      if (make) call.set(instance, 'exceptionFactory', make);
      return instance;
    },
  );
  return cls;
}

/** `@Param('id', RecordPipe) record: Record`: the object is what a pipe of the program makes of a text; what is sent does not look like it. */
const isMadeOf = (call: Call, { kind, name }: ParameterRule, declared: DeclaredMember | undefined, own: readonly Pipe[]): boolean =>
  (kind === 'path' || kind === 'query' || kind === 'header') &&
  name !== null &&
  own.some(isOfProgram) &&
  parameterShape(call, declared).shape?.kind === 'object';

const custom = (call: Call, rule: ParameterRule, context: Value): Value =>
  rule.factory && call.isFunction(rule.factory)
    ? call.awaited(call.invoke(rule.factory, [rule.data ?? call.const(undefined), context]))
    : call.unknown('an argument');

function takenFrom(
  call: Call,
  exchange: Exchange,
  rule: ParameterRule,
  declared: DeclaredMember | undefined,
  pipes: readonly Pipe[],
): Value {
  const { seen } = exchange;
  const part = rule.kind;
  if (part !== 'body' && part !== 'query' && part !== 'path' && part !== 'header') return call.unknown('an argument');
  const validation = pipes.find(isValidation);
  // A pipe may be told another class than the declared one.
  const expected = validation && option(call, validation, 'expectedType');
  const taken = expected ? { name: '', optional: false, place: call.span, ...declared, cls: expected, list: false } : declared;
  const { shape, cls, checked: checkable } = parameterShape(call, taken, validation && wayOfOptions(call, validation.args[0]));
  const checked = validation && checkable;
  if (checked) refuse(call, validation, messages(call), 0, () => errors(call));
  const made = madePart(exchange, part);
  if (made) {
    const given = rule.name === null ? made : call.get(made, rule.name);
    if (shape) refineMade(call, given, shape, checked ? 'validator' : 'type');
    return given;
  }
  if (rule.name === null) {
    const whole = seen.incoming(part);
    const array = pipes.find((pipe) => pipe.name === 'ParseArrayPipe');
    if (array) {
      const { message } = CONVERSIONS['ParseArrayPipe']!;
      refuse(call, array, message, 0, () => call.const(message));
      refuseItems(call, array);
      return call.refine?.(whole, arrayOf(call, array.args[0]), 'validator') ?? whole;
    }
    // What is stated to be a text has no members that are fields.
    if (!shape || !(cls || shape.kind === 'object' || shape.kind === 'array' || (shape.kind === 'string' && part === 'body'))) return whole;
    const refined = call.refine?.(whole, shape, checked ? 'validator' : 'type') ?? whole;
    return cls && validation && isTold(call, validation, 'transform') ? instance(call, refined, cls) : refined;
  }
  return member(call, { seen }, rule.name, part, shape, checked === true, pipes);
}

/** What came in as an object of a class: its getters and methods are there, and it is asked for by `instanceof`. */
function instance(call: Call, value: Value, cls: Value): Value {
  const objects = call.global?.('Object');
  if (objects && value.kind === 'object' && call.elements(value) === null)
    void call.invoke(call.get(objects, 'setPrototypeOf'), [value, call.get(cls, 'prototype')]);
  return value;
}

/** The items of a class are validated as `ValidationPipe` does it; those of any kind say all their messages where not only the first is wanted. */
function refuseItems(call: Call, pipe: Pipe): void {
  const { items } = arrayOf(call, pipe.args[0]);
  const first = option(call, pipe, 'stopAtFirstError');
  const isEach = first !== null && call.constant(first) === false;
  if (items && (isEach || !/^(string|number|boolean)$/.test(items.kind)))
    refuse(call, pipe, messages(call), 0, () => (isEach ? messages(call) : errors(call)));
}

/** What is declared of a part that the program has put together holds for the values of the client in it. */
function refineMade(call: Call, value: Value, shape: Shape, source: 'validator' | 'type'): void {
  if (value.kind !== 'object' || value.host || shape.kind !== 'object') call.refine?.(value, shape, source);
  else for (const { name, shape: own } of shape.properties ?? []) refineMade(call, call.get(value, name), own, source);
}

/** A member of a part by its name, as the pipes of the framework convert it. */
function member(
  call: Call,
  { seen }: Pick<Exchange, 'seen'>,
  name: string,
  part: 'body' | 'query' | 'path' | 'header',
  typed: Shape | undefined,
  checked: boolean,
  pipes: readonly Pipe[],
): Value {
  let fallback: Json | undefined;
  let stated: Shape | null = null;
  let required = false;
  for (const pipe of pipes) {
    if (pipe.name === 'DefaultValuePipe') {
      const value = pipe.args[0] && call.json(pipe.args[0]);
      if (value !== undefined && value !== null) fallback = value;
    }
    const known = Object.hasOwn(CONVERSIONS, pipe.name) ? CONVERSIONS[pipe.name]! : null;
    if (!known) continue;
    stated = known.shape(call, pipe);
    const optional = option(call, pipe, 'optional', known.options);
    if (fallback === undefined && !(optional && call.truthy(optional) === true)) required = true;
    // A pipe in front that converts by the declared type has made a boolean of any text.
    const converted =
      pipe.name === 'ParseBoolPipe' &&
      typed?.kind === 'boolean' &&
      !required &&
      pipes
        .slice(0, pipes.indexOf(pipe))
        .some((before) => before.name === 'ValidationPipe' && call.truthy(option(call, before, 'transform') ?? call.const(false)) === true);
    if (!converted) refuse(call, pipe, known.message, known.options, () => call.const(known.message));
    if (pipe.name === 'ParseArrayPipe') refuseItems(call, pipe);
  }
  const shape = stated ?? typed;
  const withDefault = (of: Shape): Shape => (fallback === undefined ? of : { ...of, default: fallback });
  if (!shape && fallback === undefined) return seen.incoming(part, [name]);
  if (!required) {
    const value = seen.incoming(part, [name]);
    return call.refine?.(value, withDefault(shape ?? { kind: kindOf(fallback) }), stated || checked ? 'validator' : 'type') ?? value;
  }
  const whole = seen.incoming(part);
  const refined =
    call.refine?.(whole, { kind: 'object', open: true, properties: [{ name, shape: withDefault(shape!), required: true }] }, 'validator') ??
    whole;
  return call.get(refined, name);
}

const kindOf = (value: Json | undefined): Shape['kind'] => {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  return kind === 'string' || kind === 'number' || kind === 'boolean' || kind === 'array' || kind === 'object' ? kind : 'any';
};

/** A pipe of the program gets the value with what is known of the parameter. */
function transformed(call: Call, pipe: Pipe, value: Value, rule: ParameterRule, declared: DeclaredMember | undefined): Value {
  if (!pipe.transform) return value;
  const native = declared?.shape && (['String', 'Number', 'Boolean'] as const).find((name) => name.toLowerCase() === declared.shape!.kind);
  const metatype = declared?.list
    ? call.global?.('Array')
    : declared?.cls && call.isFunction(declared.cls)
      ? declared.cls
      : native
        ? call.global?.(native)
        : PARTS.has(rule.kind)
          ? call.global?.('Object')
          : undefined;
  const type = rule.kind === 'path' ? 'param' : PARTS.has(rule.kind) ? rule.kind : 'custom';
  const metadata = call.record({
    type: call.const(type),
    data: rule.name === null ? call.const(undefined) : call.const(rule.name),
    metatype: metatype ?? call.const(undefined),
  });
  return call.awaited(call.invoke(pipe.transform, [value, metadata], pipe.instance ?? undefined));
}
