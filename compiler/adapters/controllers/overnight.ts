import {
  concatText,
  HTTP_METHODS,
  openModule,
  type Call,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, declarationsOf, factory, type StatedRoute } from './declarations.js';
import { boundMethod, objectOf } from './instances.js';

const LIBRARY = '@overnightjs/core';

const listOf = (call: Call, value: Value): readonly Value[] => call.elements(value) ?? [value];

/** Decorators are applied from the nearest on; the library puts each in front of those before it. */
const inFront = (realm: Realm, name: string): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const declarations = declarationsOf(call, LIBRARY);
    const [target, key] = call.args;
    const known =
      target && key && !call.isUndefined(key)
        ? declarations.ofMember(call, call.get(target, 'constructor'), call.text(key) ?? '', name)
        : target
          ? declarations.ofClass(call, target, name)
          : [];
    declarations.renote(call, name, [...listOf(given, argument(given, 0)), ...known]);
  });

const controller = (realm: Realm): ObjectValue =>
  factory(realm, 'Controller', (given) => (call) => {
    declarationsOf(call, LIBRARY).renote(call, 'Controller', [concatText(call.const('/'), argument(given, 0))]);
  });

const route = (realm: Realm, name: string): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const key = call.text(argument(call, 1));
    const path = argument(given, 0);
    const at = call.isUndefined(path) ? call.const('') : path.kind === 'object' ? path : concatText(call.const('/'), path);
    if (key !== null)
      declarationsOf(call, LIBRARY).addRoute(argument(call, 0), {
        key,
        method: name.toLowerCase().replace('msearch', 'm-search'),
        path: at,
        middlewares: [],
        caller: call,
      });
  });

const on = (caller: Call, target: Value, method: string, args: readonly Value[]): void => {
  const fn = caller.get(target, method);
  if (caller.isFunction(fn)) caller.invoke(fn, args, target);
};

/** The router of a controller object and the path it is mounted at; null for what is no controller. */
function routerFor(call: Call, library: Value, instance: Value): { readonly path: Value; readonly router: Value } | null {
  const declarations = declarationsOf(call, LIBRARY);
  const cls = instance.kind === 'object' ? call.get(instance, 'constructor') : null;
  const path = cls && declarations.ofClass(call, cls, 'Controller')[0];
  if (!cls || !path) return null;
  const options = declarations.ofClass(call, cls, 'ClassOptions');
  const router = call.invoke(library, options.slice(0, 1));
  const general = declarations.ofClass(call, cls, 'ClassMiddleware');
  if (general.length > 0) on(call, router, 'use', general);
  const wrappers = declarations.ofClass(call, cls, 'ClassWrapper');
  // Functions in fields come before methods, and several decorators of one member in the order in which they are written.
  const own = new Set((call.knownEntries?.(instance) ?? []).map(([name]) => name));
  const routes = declarations.routesOf(call, cls);
  const keys = [...new Set(routes.map(({ key }) => key))];
  for (const key of [...keys.filter((name) => own.has(name)), ...keys.filter((name) => !own.has(name))]) {
    for (const one of routes.filter((each) => each.key === key).reverse()) register(call, router, instance, cls, one, wrappers);
  }
  for (const child of [...declarations.ofClass(call, cls, 'ChildControllers'), ...declarations.ofClass(call, cls, 'Children')]) {
    const inner = routerFor(call, library, child);
    if (inner) on(call, router, 'use', [inner.path, inner.router]);
  }
  const errors = declarations.ofClass(call, cls, 'ClassErrorMiddleware');
  if (errors.length > 0) on(call, router, 'use', errors);
  return { path, router };
}

function register(call: Call, router: Value, instance: Value, cls: Value, route_: StatedRoute, classWrappers: readonly Value[]): void {
  const declarations = declarationsOf(call, LIBRARY);
  const ofMember = (name: string): readonly Value[] => declarations.ofMember(call, cls, route_.key, name);
  let handler = boundMethod(call, instance, route_.key) ?? call.get(instance, route_.key);
  for (const wrapper of [...classWrappers.slice(0, 1), ...ofMember('Wrapper').slice(0, 1)])
    if (call.isFunction(wrapper)) handler = call.invoke(wrapper, [handler]);
  on(route_.caller, router, route_.method, [route_.path, ...ofMember('Middleware'), handler]);
}

const serverPrototype = (realm: Realm): Value => {
  const addControllers: Transfer = (call) => {
    const app = call.get(call.receiver, 'app');
    const given = call.args[1];
    const express = call.module?.('express') ?? call.const(undefined);
    const library = given && call.isFunction(given) ? given : call.get(express, 'Router');
    const general = call.args[2];
    for (const instance of listOf(call, argument(call, 0))) {
      const made = routerFor(call, library, instance);
      if (made) on(call, app, 'use', [made.path, ...(general && !call.isUndefined(general) ? [general] : []), made.router]);
    }
  };
  return realm.record({ addControllers: realm.fn('addControllers', addControllers) });
};

/** `class X extends Server`: an application under `app`, and `addControllers`. */
export const overnight: ModuleModel = (realm) => {
  const prototype = serverPrototype(realm);
  const server = realm.fn(
    'Server',
    (call) => {
      const made = objectOf(call, prototype);
      const express = call.module?.('express');
      if (express) call.set(made, 'app', call.invoke(express, []));
      return made;
    },
    { prototype },
  );
  return openModule(realm, LIBRARY, {
    Server: server,
    Controller: controller(realm),
    ...Object.fromEntries(
      [...HTTP_METHODS, 'ALL']
        .map((method) => method.charAt(0) + method.slice(1).toLowerCase())
        .filter((name) => /^\w+$/.test(name))
        .map((name) => [name, route(realm, name)]),
    ),
    ...Object.fromEntries(
      [
        'Middleware',
        'ErrorMiddleware',
        'ClassMiddleware',
        'ClassErrorMiddleware',
        'ChildControllers',
        'Children',
        'ClassOptions',
        'Wrapper',
        'ClassWrapper',
      ].map((name) => [name, inFront(realm, name)]),
    ),
  });
};
