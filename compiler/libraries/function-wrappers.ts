import type { Shape } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { autobind, bindAll } from './support/bound-methods.js';
import { argument } from './support/fallback.js';

const same: Transfer = (call) => argument(call, 0);

/** Gives its first argument back: for what is registered, a function that is called once or remembered is the function itself. */
const identity: ModuleModel = (realm) =>
  realm.fn('wrap', same, { default: realm.fn('wrap', same), once: realm.fn('once', same), strict: realm.fn('strict', same) });

/** A decorator, with or without arguments, that changes nothing that matters here. */
const decorator: Transfer = (call) =>
  call.isFunction(argument(call, 0)) && call.args.length === 1
    ? argument(call, 0)
    : (call.args[2] ?? call.fn('decorate', (inner) => inner.args[2] ?? argument(inner, 0)));

const binder: ModuleModel = (realm) => realm.fn('autoBind', bindAll, { default: realm.fn('autoBind', bindAll) });

/** Loaded for its side effects on the language, of which none registers anything. */
const nothing: ModuleModel = (realm) => realm.record({});

/** Sentry looks at the errors of the application that it is given, and answers nothing; what it is given to run in a scope or a span of its own it runs at once. */
const sentry = (name: string): Record<string, ModuleModel> => ({
  [name]: (realm) =>
    openModule(
      realm,
      name,
      functions(realm, {
        ...Object.fromEntries(
          ['Express', 'Connect', 'Fastify', 'Koa', 'Hono', 'Hapi'].map((of) => [`setup${of}ErrorHandler`, () => undefined]),
        ),
        ...Object.fromEntries(
          [
            'withScope',
            'withIsolationScope',
            'withActiveSpan',
            'startSpan',
            'startSpanManual',
            'continueTrace',
            'startNewTrace',
            'suppressTracing',
          ].map((called): [string, Transfer] => [
            called,
            (call) =>
              call.invoke(call.args.at(-1) ?? call.const(undefined), [call.unknown('a scope', { module: name, path: `${called}()` })]),
          ]),
        ),
      }),
    ),
});

/** The last function among the arguments, and what stands behind it. */
function lastFunction(call: Call): readonly [Value | undefined, readonly Value[]] {
  const at = call.args.findLastIndex((arg) => call.isFunction(arg));
  return [call.args[at], call.args.slice(at + 1)];
}
/** What a function of the program is given by the package that runs it: a span, a signal, how often it was tried. */
const given = (call: Call, module: string): Value => call.unknown('what a package runs a function with', { module, path: 'run()' });
/** The last function that it is given it runs at once, and gives what that gives: within a span, a lock or a scope, or until it succeeds. */
const within: Transfer = (call) => {
  const module = call.data(call.receiver, runnerType)?.module ?? '';
  const [run, rest] = lastFunction(call);
  // One that is to call back when it is done gives nothing itself.
  const isDone = module === 'async-lock' && run !== undefined && call.arity(run) !== 0;
  return run && !isDone
    ? call.invoke(run, rest.length > 0 ? rest : [given(call, module), given(call, module)])
    : call.invoke(given(call, module), call.args);
};
const wrapped: Transfer = (call) => lastFunction(call)[0] ?? argument(call, 0);
const runner: Transfer = (call) => call.host(runnerType, { module: call.data(call.receiver, runnerType)?.module ?? '', run: null });
const runnerType: HostType<{ readonly module: string; readonly run: Value | null }> = defineHostType({
  name: 'runner',
  inert: true,
  methods: {
    ...Object.fromEntries(
      [
        'startActiveSpan',
        'with',
        'runExclusive',
        'acquire',
        'using',
        'schedule',
        'execute',
        'run',
        'runAndReturn',
        'runPromise',
        'trace',
        'startSegment',
        'startBackgroundTransaction',
        'startWebTransaction',
      ].map((name) => [name, within]),
    ),
    bind: wrapped,
    wrap: wrapped,
    getTracer: runner,
    init: (call) => call.receiver,
    fire: (call) => {
      const { run, module } = call.data(call.receiver, runnerType)!;
      return run ? call.invoke(run, call.args) : given(call, module);
    },
  },
  missing: (call, key) => {
    const { module } = call.data(call.receiver, runnerType) ?? { module: '' };
    return key === 'then' ? undefined : call.unknown(`${key} of ${module}`, { module, path: key });
  },
});
/** A package that runs functions so. `made`: what makes something that does; `there`: what is there already. */
const running = (module: string, made: readonly string[], there: readonly string[] = []): Record<string, ModuleModel> => ({
  [module]: (realm) => {
    const make: Transfer = (call) => call.host(runnerType, { module, run: lastFunction(call)[0] ?? null });
    const members = [
      ...made.map((name) => [name, realm.fn(name, make)]),
      ...there.map((name) => [name, realm.host(runnerType, { module, run: null })]),
    ];
    return openFunction(realm, module, make, Object.fromEntries(members));
  },
});

/** A function among the arguments is called at once with those behind it, and what it gives is given. `from`: its place. */
const runs =
  (from: number): Transfer =>
  (call) =>
    call.invoke(argument(call, from), call.args.slice(from + 1));

/** What is kept beside a request: `run` calls what it is given, be it `next` itself; what is kept only its type says. */
const storage =
  (name: string): ModuleModel =>
  (realm) => {
    const shapes = new WeakMap<Value, Shape>();
    const kept: Transfer = (call) => {
      const shape = shapes.get(call.receiver);
      const what = 'what is kept beside a request';
      return (shape && call.typed?.(shape, what)) ?? call.unknown(what, { module: name, path: 'new AsyncLocalStorage().getStore()' });
    };
    const none = (): undefined => undefined;
    const prototype = realm.record(functions(realm, { run: runs(1), exit: runs(0), getStore: kept, enterWith: none, disable: none }));
    const statics = { bind: realm.fn('bind', same), snapshot: realm.fn('snapshot', (call) => call.fn('snapshot', runs(0))) };
    const made: Transfer = (call) => {
      const instance = call.invoke(call.get(call.global!('Object'), 'create'), [call.get(call.newTarget!, 'prototype')]);
      const shape = call.typeArguments?.()[0]?.();
      if (shape?.properties) shapes.set(instance, shape);
      return instance;
    };
    return openModule(realm, name, { AsyncLocalStorage: realm.fn('AsyncLocalStorage', made, { prototype, ...statics }) });
  };

export const functionWrappersLibrary = defineLibrary({
  modules: {
    once: identity,
    onetime: identity,
    memoizee: identity,
    'memoize-one': identity,
    mem: identity,
    memoize: identity,
    'p-memoize': identity,
    'auto-bind': binder,
    'class-autobind': binder,
    'async-middleware': (realm) => realm.record({ wrap: realm.fn('wrap', same), default: realm.fn('wrap', same) }),
    'middleware-async': identity,
    'express-async-catch': identity,
    'express-catch-async': identity,
    'async-express-decorator': identity,
    'asyncify-express': identity,
    'autobind-decorator': (realm) =>
      realm.fn('autobind', autobind, {
        default: realm.fn('autobind', autobind),
        boundMethod: realm.fn('boundMethod', autobind),
        boundClass: realm.fn('boundClass', autobind),
      }),
    'core-decorators': (realm) =>
      realm.record({
        autobind: realm.fn('autobind', autobind),
        readonly: realm.fn('readonly', decorator),
        deprecate: realm.fn('deprecate', decorator),
      }),
    'reflect-metadata': nothing,
    'reflect-metadata/lite': nothing,
    'core-js/es7/reflect': nothing,
    'source-map-support/register': nothing,
    'core-js': nothing,
    'regenerator-runtime/runtime': nothing,
    '@babel/polyfill': nothing,
    '@babel/register': (realm) => realm.fn('register', () => undefined),
    async_hooks: storage('async_hooks'),
    'node:async_hooks': storage('node:async_hooks'),
    ...sentry('@sentry/node'),
    ...sentry('@sentry/bun'),
    ...running('@opentelemetry/api', [], ['trace', 'context']),
    ...running('dd-trace', ['init'], ['default', 'tracer']),
    newrelic: (realm) => realm.host(runnerType, { module: 'newrelic', run: null }),
    ...running('cls-hooked', ['createNamespace', 'getNamespace']),
    ...running('async-mutex', ['Mutex', 'Semaphore', 'withTimeout']),
    ...running('async-lock', ['default']),
    ...running('redlock', ['default', 'Redlock']),
    ...running('bottleneck', ['default']),
    ...running('opossum', ['default']),
    ...running('cockatiel', ['retry', 'circuitBreaker', 'timeout', 'bulkhead', 'wrap']),
    'exponential-backoff': (realm) => realm.record({ backOff: realm.fn('backOff', (call) => call.invoke(argument(call, 0), [])) }),
    'ts-node/register': nothing,
    'tsconfig-paths/register': nothing,
  },
});
