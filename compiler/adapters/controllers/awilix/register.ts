import { concatText, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, declarationsOf } from '../declarations.js';
import { exchangeOf, type Platform } from '../koa-exchange.js';
import { catchingErrors, handOn } from '../respond.js';
import type { Config, State } from './state.js';

export const LIBRARY = 'awilix-router-core';

/** A class or factory, and what is said of it. */
export interface Controller {
  readonly target: Value;
  readonly state: State;
}

/** `scopePerRequest(container)` and `attachContainer(container)`: from here on requests have the container that makes controllers. */
export const withContainer =
  (platform: Platform, scoped: boolean): Transfer =>
  (given) => {
    const container = argument(given, 0);
    declarationsOf(given, LIBRARY).container = container;
    return given.fn(scoped ? 'scopePerRequestMiddleware' : 'attachContainerMiddleware', (call) => {
      const [first, second, third] = call.args;
      const next = platform === 'koa' ? second : third;
      const holder = first && (platform === 'koa' ? call.get(first, 'state') : first);
      if (!holder || !next) return;
      call.set(holder, 'container', scoped ? call.invoke(call.get(container, 'createScope'), [], container) : container);
      return call.awaited(call.invoke(next, []));
    });
  };

/** The router that the library makes, or the one that it is given, with what a program registers of it. */
export function router(call: Call, platform: Platform, own: Value | null = null): { readonly router: Value; middleware(): Value } {
  const made =
    own ??
    (platform === 'koa' ? call.construct(call.module!('@koa/router'), []) : call.invoke(call.get(call.module!('express'), 'Router'), []));
  const parts = (): Value => call.list(['routes', 'allowedMethods'].map((name) => call.invoke(call.get(made, name), [], made)));
  return { router: made, middleware: () => (platform === 'koa' ? call.invoke(call.module!('koa-compose'), [parts()]) : made) };
}

/** Every path of the controller with every one of the method. */
const pathsOf = (root: Config, config: Config): readonly Value[] =>
  root.paths.length === 0
    ? config.paths
    : root.paths.flatMap((front) => (config.paths.length === 0 ? [front] : config.paths.map((path) => concatText(front, path))));

function build(call: Call, target: Value): Value {
  const { container } = declarationsOf(call, LIBRARY);
  if (container) return call.invoke(call.get(container, 'build'), [target], container);
  const injected = call.unknown('what a container holds');
  return (call.declaredMembers?.(target) ?? null) === null ? call.invoke(target, [injected]) : call.construct(target, [injected]);
}

/** Registers the methods of a controller on a router, from where their verbs are stated. */
export function registerController(call: Call, on: Value, { target, state }: Controller, platform: Platform): void {
  // Classes are made when a request comes, factories at once: only what they give has the methods.
  const isClass = (call.declaredMembers?.(target) ?? null) !== null;
  let instance = isClass ? null : build(call, target);
  const instanceAt = (at: Call): Value => (instance ??= build(at, target));
  for (const [name, config] of state.methods) {
    const method = call.get(instance ?? call.get(target, 'prototype'), name);
    const run: Transfer = (at) => {
      const exchange = exchangeOf(at, platform);
      const invoke = (): Value => {
        const made = instanceAt(at);
        return at.awaited(at.invoke(at.get(made, name), at.args, made));
      };
      if (platform === 'koa' || !exchange) return invoke();
      catchingErrors(at, invoke, (error) => handOn(at, exchange, error));
      return undefined;
    };
    const handler = call.isFunction(method) ? (call.inPlaceOf?.(method, run) ?? method) : method;
    const paths = pathsOf(state.root, config);
    for (const { verb, caller } of config.verbs) {
      const fn = caller.get(on, verb.toLowerCase());
      if (caller.isFunction(fn) && paths.length > 0)
        caller.invoke(
          fn,
          [
            paths.length === 1 ? paths[0]! : caller.list(paths),
            ...state.root.before,
            ...config.before,
            handler,
            ...config.after,
            ...state.root.after,
          ],
          on,
        );
    }
  }
}
