import { defineLibrary, functions, openModule, type ModuleModel, type Transfer } from '@tool/scanner-sdk';
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

/** A function among the arguments is called at once with those behind it, and what it gives is given. `from`: its place. */
const runs =
  (from: number): Transfer =>
  (call) =>
    call.invoke(argument(call, from), call.args.slice(from + 1));

/** What is kept beside a request: `run` calls what it is given, be it `next` itself; what is kept nobody knows. */
const storage =
  (name: string): ModuleModel =>
  (realm) => {
    const kept: Transfer = (call) =>
      call.unknown('what is kept beside a request', { module: name, path: 'new AsyncLocalStorage().getStore()' });
    const none = (): undefined => undefined;
    const prototype = realm.record(functions(realm, { run: runs(1), exit: runs(0), getStore: kept, enterWith: none, disable: none }));
    const statics = { bind: realm.fn('bind', same), snapshot: realm.fn('snapshot', (call) => call.fn('snapshot', runs(0))) };
    const made: Transfer = (call) => call.invoke(call.get(call.global!('Object'), 'create'), [call.get(call.newTarget!, 'prototype')]);
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
    'ts-node/register': nothing,
    'tsconfig-paths/register': nothing,
  },
});
