import {
  defineHostType,
  functions,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, declarationsOf } from '../declarations.js';
import type { Platform } from '../koa-exchange.js';
import { controllersDiagnostics } from '../diagnostics.js';
import { LIBRARY, registerController, router, withContainer, type Controller } from './register.js';
import { EMPTY, stateOf, updateState, withMiddleware, withPath, withVerbs, type State, type StatedVerb } from './state.js';
import { filesOf } from '../load-classes.js';

const VERBS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'PATCH'] as const;
const listed = (call: Call, value: Value): readonly Value[] => (call.isUndefined(value) ? [] : (call.elements(value) ?? [value]));
const verbsOf = (call: Call, value: Value): readonly StatedVerb[] =>
  listed(call, value).flatMap((each) => {
    const verb = call.text(each);
    return verb === null ? [] : [{ verb: verb === '*' ? 'ALL' : verb, caller: call }];
  });

/** A decorator of a class or a member. */
const decorator =
  (say: (given: Call, name: string | null, call: Call) => (state: State) => State): Transfer =>
  (given) =>
    given.fn('decorator', (call) => {
      const [target, key] = call.args;
      if (target) updateState(call, target, say(given, key && !call.isUndefined(key) ? call.text(key) : null, call));
    });

const verbDecorator = (verb: string): Transfer =>
  decorator((_given, name, call) => (state) => (name === null ? state : withVerbs(state, name, [{ verb, caller: call }])));

/** `createController(target)`: every call gives a builder with one thing more. */
const builderType: HostType<Controller> = defineHostType<Controller>({
  name: 'ControllerBuilder',
  methods: {
    ...Object.fromEntries(
      [...VERBS, 'ALL'].map((verb): [string, Transfer] => [
        verb.toLowerCase(),
        (call) => changed(call, (state) => routed(call, state, [{ verb, caller: call }], call.args)),
      ]),
    ),
    verbs: (call) => changed(call, (state) => routed(call, state, verbsOf(call, argument(call, 0)), call.args.slice(1))),
    prefix: (call) => changed(call, (state) => withPath(state, null, argument(call, 0))),
    before: (call) => changed(call, (state) => withMiddleware(state, null, 'before', listed(call, argument(call, 0)))),
    after: (call) => changed(call, (state) => withMiddleware(state, null, 'after', listed(call, argument(call, 0)))),
  },
  getters: { target: (call) => call.data(call.receiver, builderType)?.target },
});

const changed = (call: Call, change: (state: State) => State): Value => {
  const data = call.data(call.receiver, builderType);
  return data ? call.host(builderType, { ...data, state: change(data.state) }) : call.receiver;
};

/** `(path, method, { before, after })`. */
function routed(call: Call, state: State, verbs: readonly StatedVerb[], [path, method, options]: readonly Value[]): State {
  const name = method && call.text(method);
  if (!path || name == null) return state;
  const option = (key: string): readonly Value[] => (options?.kind === 'object' ? listed(call, call.get(options, key)) : []);
  return withMiddleware(
    withMiddleware(withVerbs(withPath(state, name, path), name, verbs), name, 'before', option('before')),
    name,
    'after',
    option('after'),
  );
}

/** What a class, a builder or a module of them registers. */
function controllerOf(call: Call, value: Value): Controller | null {
  const data = call.data(value, builderType);
  if (data) return data;
  const state = value.kind === 'object' ? stateOf(call, value) : null;
  return state && { target: value, state };
}

const controllersIn = (call: Call, exported: Value): readonly Controller[] => {
  const whole = controllerOf(call, exported);
  return whole
    ? [whole]
    : (call.knownEntries?.(exported) ?? []).map(([, value]) => controllerOf(call, value)).filter((each) => each !== null);
};

/** `controller(X)` and `controller([X, Y])`. */
const controller =
  (platform: Platform): Transfer =>
  (call) => {
    const at = router(call, platform);
    for (const value of listed(call, argument(call, 0))) {
      const found = controllerOf(call, value);
      if (found) registerController(call, at.router, found, platform);
    }
    return at.middleware();
  };

/** `loadControllers('routes/*.js', { cwd })`: what the files export. */
const load =
  (
    platform: Platform,
    given: (call: Call) => { readonly pattern: Value; readonly options: Value; readonly router: Value | null },
    result: boolean,
  ): Transfer =>
  (call, emit) => {
    const { pattern, options, router: own } = given(call);
    const at = router(call, platform, own && !call.isUndefined(own) ? own : null);
    const cwd = options.kind === 'object' ? call.text(call.get(options, 'cwd')) : null;
    let count = 0;
    for (const each of listed(call, pattern)) {
      const text = call.text(each);
      if (text === null) {
        emit.report(controllersDiagnostics, 'unknown-controllers', { library: LIBRARY, value: call.describe(each) || 'a value' });
        continue;
      }
      for (const file of filesOf(call, text, cwd))
        for (const found of controllersIn(call, call.project!.load(file))) {
          count++;
          registerController(call, at.router, found, platform);
        }
    }
    if (count === 0) emit.report(controllersDiagnostics, 'no-controllers', { library: LIBRARY });
    return result ? at.middleware() : undefined;
  };

const platformModule =
  (module: string, platform: Platform): ModuleModel =>
  (realm) =>
    openModule(realm, module, {
      ...functions(realm, {
        ...core,
        controller: controller(platform),
        loadControllers: load(
          platform,
          (call) => ({ pattern: argument(call, 0), options: argument(call, 1), router: platform === 'koa' ? argument(call, 2) : null }),
          true,
        ),
        importControllers: load(
          platform,
          (call) => ({ pattern: argument(call, 1), options: argument(call, 2), router: argument(call, 0) }),
          false,
        ),
        scopePerRequest: withContainer(platform, true),
        attachContainer: withContainer(platform, false),
        inject: (call) => inject(call, platform),
        ...Object.fromEntries(
          ['makeInvoker', 'makeFunctionInvoker', 'makeClassInvoker', 'makeResolverInvoker'].map((name): [string, Transfer] => [
            name,
            invoker,
          ]),
        ),
      }),
      HttpVerbs: verbNames(realm),
    });

/** What the container makes of a class or a function. */
function built(at: Call, factory: Value): Value {
  const { container } = declarationsOf(at, LIBRARY);
  return container
    ? at.invoke(at.get(container, 'build'), [factory], container)
    : at.isFunction(factory)
      ? at.invoke(factory, [at.unknown('what a container holds')])
      : at.const(undefined);
}

/** `makeInvoker(Controller)('list')`: a handler that has the container make what has that method. */
const invoker: Transfer = (call) => {
  const factory = argument(call, 0);
  return call.fn('makeInvoker', (made) => {
    const method = made.text(argument(made, 0));
    if (method === null) return made.unknown('a method of what a container makes', { module: LIBRARY, path: 'makeInvoker()' });
    const own = made.get(made.get(factory, 'prototype'), method);
    const name = made.describe(factory);
    return made.inPlaceOf?.(
      made.isFunction(own) ? own : factory,
      (at) => {
        const target = built(at, factory);
        const fn = at.get(target, method);
        return at.isFunction(fn) ? at.awaited(at.invoke(fn, at.args, target)) : undefined;
      },
      { name: name ? `${name}.${method}` : method },
    );
  });
};

/** `inject(factory)`: a middleware that the container makes when a request comes. */
function inject(call: Call, platform: Platform): Value {
  const factory = argument(call, 0);
  const name = call.describe(factory);
  const run: Transfer = (at) => {
    const made = built(at, factory);
    return at.isFunction(made) ? at.awaited(at.invoke(made, at.args)) : undefined;
  };
  return (
    (call.isFunction(factory) ? call.inPlaceOf?.(factory, run, name ? { name } : {}) : undefined) ??
    call.unknown('an injected middleware', { module: `awilix-${platform}`, path: 'inject()' })
  );
}

const verbNames = (realm: Parameters<ModuleModel>[0]): Value =>
  realm.record({ ...Object.fromEntries(VERBS.map((verb) => [verb, realm.const(verb)])), ALL: realm.const('*') });

const core: Readonly<Record<string, Transfer>> = {
  route: decorator((given, name) => (state) => withPath(state, name, argument(given, 0))),
  before: decorator((given, name) => (state) => withMiddleware(state, name, 'before', listed(given, argument(given, 0)))),
  after: decorator((given, name) => (state) => withMiddleware(state, name, 'after', listed(given, argument(given, 0)))),
  verbs: decorator((given, name) => (state) => (name === null ? state : withVerbs(state, name, verbsOf(given, argument(given, 0))))),
  ...Object.fromEntries([...VERBS, 'ALL'].map((verb) => [verb, verbDecorator(verb)])),
  createController: (call) => call.host(builderType, { target: argument(call, 0), state: EMPTY }),
};

export const awilixKoa = platformModule('awilix-koa', 'koa');
export const awilixExpress = platformModule('awilix-express', 'express');
export const awilixRouterCore: ModuleModel = (realm) =>
  openModule(realm, LIBRARY, { ...functions(realm, core), HttpVerbs: verbNames(realm) });
