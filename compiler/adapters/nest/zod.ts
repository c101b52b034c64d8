import {
  describeClass,
  openModule,
  prototypeOf,
  schemaShape,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { packageClass } from './class-bases.js';
import { describedBy, noting } from './decorators.js';
import { exception } from './exceptions.js';
import { KEYS, storeOf } from './store.js';
import { sentBy, stream } from './streams.js';
import { argument } from './paths.js';

const member = (call: Call, value: Value, name: string): Value => (value.kind === 'object' ? call.get(value, name) : call.const(undefined));

/** What the constructor was given. */
const GIVEN = '_given';

/** The schema that a value is, or that a class made of one has; null for anything else. */
function schemaOf(call: Call, value: Value): Value | null {
  const kept = call.isFunction(value) ? call.get(value, SCHEMA) : value;
  return schemaShape(call, kept) ? kept : null;
}
const SCHEMA = '_zodSchema';

/** `class RoomDto extends createZodDto(schema) {}`. */
const createZodDto: Transfer = (call) => {
  const schema = argument(call, 0);
  const made = call.fn('ZodDto', (at) => at.record({}), {
    prototype: call.record({}),
    [SCHEMA]: schema,
    schema,
    zodSchema: schema,
    isZodDto: call.const(true),
    create: call.fn('create', (at) => at.invoke(member(at, schema, 'parse'), [argument(at, 0)], schema)),
  });
  describeClass(made, (at) => schemaShape(at, schema)?.properties ?? []);
  return made;
};

/** Checks a value by a schema; what it refuses, `refused` says of the error of zod. */
function checked(call: Call, schema: Value, value: Value, refused: (error: Value) => Value): Value {
  let result = value;
  const run = (): void => {
    result = call.awaited(call.invoke(call.get(schema, 'parseAsync'), [value], schema));
  };
  if (call.catching)
    call.catching(run, (error) => {
      call.mayThrow?.(refused(error));
    });
  else run();
  return result;
}

/** `transform(value, { metatype })`. */
const pipe =
  (refused: (call: Call, error: Value) => Value): Transfer =>
  (call) => {
    const given = member(call, call.receiver, GIVEN);
    const metadata = argument(call, 1);
    const schema = schemaOf(call, given) ?? schemaOf(call, member(call, metadata, 'metatype'));
    return schema ? checked(call, schema, argument(call, 0), (error) => refused(call, error)) : argument(call, 0);
  };

/** An error of the class that the package throws: with its status, and the errors of zod as they are. */
const validationError = (call: Call, error: Value): Value => {
  const body = call.record({
    statusCode: call.const(400),
    message: call.const('Validation failed'),
    errors: member(call, error, 'issues'),
  });
  const made = exception(call, 'BadRequestException', body);
  const prototype = call.get(call.get(call.module!('nestjs-zod'), 'ZodValidationException'), 'prototype');
  const objects = call.global!('Object');
  const link = (value: Value, to: Value): void => {
    call.invoke(call.get(objects, 'setPrototypeOf'), [value, to]);
  };
  link(prototype, prototypeOf(call, made));
  link(made, prototype);
  call.set(made, 'error', error);
  return made;
};

const SERIALIZED = 'ZOD_SERIALIZER_DTO_OPTIONS';
/** What a handler gives is written as the schema of its route says. */
const intercept: Transfer = (call) => {
  const [context, next] = [argument(call, 0), argument(call, 1)];
  const sent = call.invoke(call.get(next, 'handle'), [], next);
  const handler = call.invoke(call.get(context, 'getHandler'), [], context);
  const stated =
    storeOf(call).own(handler, SERIALIZED) ?? storeOf(call).read(call, call.invoke(call.get(context, 'getClass'), [], context), SERIALIZED);
  if (!stated || !sentBy(call, sent)) return sent;
  const [one] = call.elements(stated) ?? [];
  const schema = schemaOf(call, one ?? stated);
  const shape = schema && schemaShape(call, schema);
  const written = shape && call.typed?.(one ? { kind: 'array', items: shape } : shape, 'what a schema writes');
  return written ? stream(call, written) : sent;
};

const members = (realm: Realm, module: string): Record<string, Value> => {
  const own = (name: string): Value => realm.unknown(`${name} of ${module}`, { module, path: name });
  const pipeOf = (refused: (call: Call, error: Value) => Value): ObjectValue =>
    packageClass(realm, own('ZodValidationPipe'), 'ZodValidationPipe', { transform: pipe(refused) }, (call, instance) => {
      call.set(instance, GIVEN, argument(call, 0));
    });
  return {
    createZodDto: realm.fn('createZodDto', createZodDto),
    ZodValidationPipe: pipeOf(validationError),
    createZodValidationPipe: realm.fn('createZodValidationPipe', (call) => {
      const make = member(call, argument(call, 0), 'createValidationException');
      return call.isFunction(make) ? pipeOf((at, error) => at.invoke(make, [error])) : pipeOf(validationError);
    }),
    ZodValidationException: realm.fn('ZodValidationException', (call) => validationError(call, argument(call, 0)), {
      prototype: realm.record({ getZodError: realm.fn('getZodError', (call) => call.get(call.receiver, 'error')) }),
    }),
    ZodSerializerInterceptor: packageClass(realm, own('ZodSerializerInterceptor'), 'ZodSerializerInterceptor', { intercept }),
    ZodSerializerDto: noting(realm, 'ZodSerializerDto', SERIALIZED),
    ZodResponse: realm.fn('ZodResponse', (given) => {
      const [status, type] = ['status', 'type'].map((name) => member(given, argument(given, 0), name));
      return given.fn('ZodResponse', (call) => {
        if (!call.isUndefined(type!)) storeOf(call).define(describedBy(call), SERIALIZED, type!);
        if (!call.isUndefined(status!)) storeOf(call).define(describedBy(call), KEYS.httpCode, status!);
      });
    }),
    validate: realm.fn('validate', (call) => {
      const schema = schemaOf(call, argument(call, 1));
      const make = argument(call, 2);
      const refused = (error: Value): Value => (call.isFunction(make) ? call.invoke(make, [error]) : validationError(call, error));
      return schema ? checked(call, schema, argument(call, 0), refused) : argument(call, 0);
    }),
  };
};

/** `nestjs-zod`: classes, pipes and interceptors that are made of schemas. */
export const zodModule =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, members(realm, module));
