import type { Call, ObjectValue, Value } from '@tool/scanner-sdk';
import type { Target } from './enhancers.js';
import { packageBase } from './class-bases.js';
import { memberName } from './enhancers.js';
import type { Filter } from './filters.js';
import type { Injector } from './injection.js';
import { parameterRules } from './parameters.js';
import { extendedValidation, foreignValidation, isForeignValidation, type Pipe } from './pipes.js';
import type { AnswerRule, MethodRun, Upload } from './serve.js';
import { isInstance } from './exceptions.js';
import { KEYS, storeOf } from './store.js';
import { sentBy, stream } from './streams.js';

/** What applies to every method of an application. */
export interface Globals {
  readonly pipes: readonly Value[];
  readonly filters: readonly Value[];
  readonly interceptors: readonly Value[];
}

/**
 * What it takes to run a method as the framework does. Instances are made here, once and before any run: what a run makes is taken back
 * after it.
 */
export class Runs {
  constructor(
    private readonly call: Call,
    private readonly injector: Injector,
    private readonly globals: Globals,
    private readonly text: string,
  ) {}

  ofMethod(cls: ObjectValue, handler: Value, method: string): MethodRun {
    const { call } = this;
    const target = { cls, handler, method };
    const own = [...parameterRules(handler)].map(([index, rule]) => [index, rule.pipes.flatMap((pipe) => this.pipe(pipe))] as const);
    const interceptors = [...this.globals.interceptors, ...this.listed(target, KEYS.interceptors)];
    return {
      target,
      instance: this.injector.resolve(call, cls),
      ...(this.injector.isGivenRequest(call, cls) && { made: this.injector.maker(cls) }),
      answer: this.answer(handler, method),
      ...(method !== 'ALL' && { method }),
      filters: this.filters(target),
      pipes: [
        ...this.globals.pipes.flatMap((pipe) => this.pipe(pipe)).map((pipe): Pipe => ({ ...pipe, everywhere: true })),
        ...this.listed(target, KEYS.pipes).flatMap((pipe) => this.pipe(pipe)),
      ],
      own: new Map(own),
      interceptors: interceptors.flatMap((one, index) =>
        this.interceptor(one, target).map((instance) => ({ instance, everywhere: index < this.globals.interceptors.length })),
      ),
      uploads: interceptors.flatMap(uploadsOf),
    };
  }

  /** What a route answers with when nothing goes wrong. */
  answer(handler: Value, method: string): AnswerRule {
    const { call } = this;
    const store = storeOf(call);
    const stated = store.own(handler, KEYS.httpCode);
    const status = stated && call.constant(stated);
    const redirect = store.own(handler, KEYS.redirect);
    return {
      status: typeof status === 'number' ? status : method === 'POST' ? 201 : 200,
      redirect: redirect && (call.elements(redirect)?.[0] ?? null),
      contentType: call.text(store.own(handler, KEYS.contentType) ?? call.const(undefined)),
      text: this.text,
    };
  }

  /** The status of a success; `fixed`: nothing in the method can set another. */
  success(handler: Value, method: string): { readonly status: number; readonly fixed: boolean } {
    const { status, redirect } = this.answer(handler, method);
    return {
      status,
      fixed: redirect === null && ![...parameterRules(handler).values()].some(({ kind }) => kind === 'response' || kind === 'other'),
    };
  }

  /** The nearest first: those of the method, of the class, of the application, each in reverse. */
  filters(target: Target): readonly Filter[] {
    return [...this.globals.filters, ...this.listed(target, KEYS.filters)]
      .reverse()
      .flatMap((one) => this.instance(one))
      .map((instance): Filter => {
        const { call } = this;
        const catches = storeOf(call).read(call, call.get(instance, 'constructor'), KEYS.catches);
        return { catches: (catches && call.elements(catches)) ?? [], instance };
      });
  }

  private listed({ cls, handler }: Target, key: string): readonly Value[] {
    const store = storeOf(this.call);
    return [store.read(this.call, cls, key), store.own(handler, key)].flatMap((list) => (list ? (this.call.elements(list) ?? []) : []));
  }

  private interceptor(value: Value, target: Target): readonly Value[] {
    const { call } = this;
    if (isSerializer(value)) return [serializer(call, optionsOf(call, value, this.serialized(target)), null)];
    return this.instance(value).map((instance) => {
      const base = packageBase(call, call.get(instance, 'constructor'));
      return base && isSerializer(base) && !call.isFunction(call.get(instance, 'intercept'))
        ? serializer(call, this.serialized(target), instance)
        : instance;
    });
  }

  /** The options of `@SerializeOptions`. */
  private serialized({ cls, handler }: Target): Value {
    const store = storeOf(this.call);
    return store.own(handler, KEYS.serialize) ?? store.read(this.call, cls, KEYS.serialize) ?? this.call.const(undefined);
  }

  /** The object that a class of the program gives, or the object itself; nothing for what a package made. */
  private instance(value: Value): readonly Value[] {
    if (value.kind !== 'object') return [];
    const made = this.call.isFunction(value) ? this.injector.resolve(this.call, value) : value;
    return made.kind === 'object' ? [made] : [];
  }

  private pipe(value: Value): readonly Pipe[] {
    const { call } = this;
    const made = call.isFunction(value) ? this.injector.resolve(call, value) : value;
    if (made.kind === 'unknown')
      return made.provenance?.module === '@nestjs/common'
        ? [{ name: memberName(made), args: made.provenance.args ?? [], transform: null, instance: null }]
        : isForeignValidation(made)
          ? [foreignValidation(call, made)]
          : [];
    return this.instance(made).map((instance): Pipe => {
      const base = packageBase(call, call.get(instance, 'constructor'));
      if (base?.provenance?.module === '@nestjs/common' && memberName(base) === 'ValidationPipe') return extendedValidation(call, instance);
      const transform = call.get(instance, 'transform');
      const name = base?.provenance?.module === '@nestjs/common' ? memberName(base) : '';
      return { name, args: [], transform: call.isFunction(transform) ? transform : null, instance };
    });
  }
}

/** `ClassSerializerInterceptor`, or one that was made of it. */
const isSerializer = (value: Value): boolean =>
  value.kind === 'unknown' && value.provenance?.module === '@nestjs/common' && memberName(value) === 'ClassSerializerInterceptor';

/** Options of the interceptor's constructor, and those that are stated for the route in front of them. */
const optionsOf = (call: Call, interceptor: Value, stated: Value): Value => {
  const given = interceptor.kind === 'unknown' ? interceptor.provenance?.args?.[1] : undefined;
  return given?.kind !== 'object'
    ? stated
    : call.record(
        Object.fromEntries([
          ...(call.knownEntries?.(given) ?? []),
          ...(stated.kind === 'object' ? (call.knownEntries?.(stated) ?? []) : []),
        ]),
      );
};

/** What `serialize` of a class that extends the framework's hands to `super.serialize`; what it gives, where it does not. */
function prepared(call: Call, own: Value | null, value: Value, options: Value): Value {
  const method = own ? call.get(own, 'serialize') : null;
  if (!method || !call.isFunction(method)) return value;
  const given = call.invoke(method, [value, options], own!);
  return given.kind === 'unknown' && given.provenance?.module === '@nestjs/common' && given.provenance.args?.[0]
    ? given.provenance.args[0]
    : given;
}

/** What the framework's interceptor does: objects are written as their classes say, made instances of the stated one where they are none. `own`: a class of the program extends it. */
export const serializer = (made: Call, options: Value, own: Value | null): Value =>
  made.record({
    intercept: made.fn('intercept', (call) => {
      const next = call.args[1] ?? call.const(undefined);
      const sent = call.invoke(call.get(next, 'handle'), [], next);
      const before = sentBy(call, sent);
      if (!before) return sent;
      const value = prepared(call, own, before, options);
      const transformer = (name: string, args: readonly Value[]): Value =>
        call.invoke(call.get(call.module!('class-transformer'), name), args);
      const type = options.kind === 'object' ? call.get(options, 'type') : null;
      const instance =
        type && call.isFunction(type) && !isInstance(call, value, type) ? transformer('plainToInstance', [type, value, options]) : value;
      return stream(call, transformer('instanceToPlain', [instance, options]));
    }),
  });

/** The method of multer behind an interceptor of the framework. */
const UPLOADS: ReadonlyMap<string, string> = new Map([
  ['FileInterceptor', 'single'],
  ['FilesInterceptor', 'array'],
  ['FileFieldsInterceptor', 'fields'],
  ['AnyFilesInterceptor', 'any'],
  ['NoFilesInterceptor', 'none'],
]);
function uploadsOf(interceptor: Value): readonly Upload[] {
  if (interceptor.kind !== 'unknown' || !interceptor.provenance?.args) return [];
  const method = UPLOADS.get(memberName(interceptor));
  return method ? [{ method, args: interceptor.provenance.args }] : [];
}
