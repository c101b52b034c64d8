import { openModule, type Call, type ModuleModel, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { memberName, type ParameterRule } from './arguments.js';
import { argument, declarationsOf, factory } from './declarations.js';
import { boundMethod, Instances } from './instances.js';
import { respond } from './respond.js';
import { sentAction } from './sent-action.js';

const LIBRARY = '@decorators/express';

/** `@Controller(url, middlewares)` and `@Controller(url, routerOptions, middlewares)`. */
const controller = (realm: Realm): ObjectValue =>
  factory(realm, 'Controller', (given) => (call) => {
    const cls = argument(call, 0);
    const middlewares = given.elements(argument(given, 1)) ?? given.elements(argument(given, 2)) ?? [];
    if (cls.kind === 'object')
      declarationsOf(call, LIBRARY).controllers.push({ cls, kind: 'controller', path: argument(given, 0), middlewares, caller: call });
  });

const route = (realm: Realm, name: string): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const key = call.text(argument(call, 1));
    if (key !== null)
      declarationsOf(call, LIBRARY).addRoute(argument(call, 0), {
        key,
        method: name.toLowerCase(),
        path: argument(given, 0),
        middlewares: given.elements(argument(given, 1)) ?? [],
        caller: call,
      });
  });

const PARAMETERS: Readonly<Record<string, ParameterRule['kind']>> = {
  Request: 'request',
  Req: 'request',
  Response: 'response',
  Res: 'response',
  Next: 'next',
  Params: 'path',
  Query: 'query',
  Body: 'body',
  Headers: 'header',
  Cookies: 'cookie',
};

const parameter = (realm: Realm, name: string, kind: ParameterRule['kind']): ObjectValue =>
  factory(realm, name, (given) => {
    const rule: ParameterRule = { kind, name: memberName(given, kind) };
    return (call) => {
      declarationsOf(call, LIBRARY).addParameter(call, rule);
    };
  });

/** `attachControllers(app, classes)` and `attachControllerInstances(app, objects)`. */
const attach =
  (instancesGiven: boolean): Transfer =>
  (call) => {
    const [app, list] = call.args;
    const express = call.module?.('express');
    if (!app || !list || !express) return;
    const instances = new Instances(null);
    for (const given of call.elements(list) ?? [])
      attachOne(
        call,
        app,
        call.get(express, 'Router'),
        instancesGiven ? call.get(given, 'constructor') : given,
        instancesGiven ? given : instances.of(call, given),
        instances,
      );
    call.invoke(
      call.get(app, 'use'),
      [call.unknown('the error middleware of a container', { module: LIBRARY, path: 'errorHandler()' })],
      app,
    );
    return call.promise?.(call.const(undefined));
  };

function attachOne(call: Call, app: Value, maker: Value, cls: Value, instance: Value, instances: Instances): void {
  const declarations = declarationsOf(call, LIBRARY);
  const controller_ = declarations.controllers.find((one) => one.cls === cls);
  if (!controller_) return;
  const router = call.invoke(maker, []);
  const ready = (item: Value): Value =>
    call.isFunction(item) && call.isFunction(call.get(call.get(item, 'prototype'), 'use'))
      ? (boundMethod(call, instances.of(call, item), 'use') ?? item)
      : item;
  if (controller_.middlewares.length > 0) call.invoke(call.get(router, 'use'), controller_.middlewares.map(ready), router);
  for (const stated of declarations.routesOf(call, cls)) {
    const handler = sentAction(call, {
      method: call.get(instance, stated.key),
      instance,
      parameters: declarations.parametersOf(call, cls, stated.key),
      passesExchange: false,
      send: (at, exchange, result) => {
        for (const value of at.alternatives(result))
          if (!at.isUndefined(value) && value !== exchange.response) respond(at, exchange, 'send', [value]);
      },
    });
    const fn = stated.caller.get(router, stated.method);
    if (stated.caller.isFunction(fn)) stated.caller.invoke(fn, [stated.path, ...stated.middlewares.map(ready), handler], router);
  }
  call.invoke(call.get(app, 'use'), [controller_.path, router], app);
}

export const decoratorsExpress: ModuleModel = (realm) =>
  openModule(realm, LIBRARY, {
    Controller: controller(realm),
    ...Object.fromEntries(['All', 'Get', 'Post', 'Put', 'Delete', 'Patch', 'Options', 'Head'].map((name) => [name, route(realm, name)])),
    ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, kind]) => [name, parameter(realm, name, kind)])),
    attachControllers: realm.fn('attachControllers', attach(false)),
    attachControllerInstances: realm.fn('attachControllerInstances', attach(true)),
  });
