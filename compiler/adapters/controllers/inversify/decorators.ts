import type { ObjectValue, Realm, Value } from '@tool/scanner-sdk';
import { memberName, type ParameterRule } from '../arguments.js';
import { argument, declarationsOf, factory } from '../declarations.js';

export const LIBRARY = 'inversify-express-utils';

/** `@controller(path, ...middlewares)`. */
const controller = (realm: Realm): ObjectValue =>
  factory(realm, 'controller', (given) => (call) => {
    const cls = argument(call, 0);
    if (cls.kind === 'object')
      declarationsOf(call, LIBRARY).controllers.push({
        cls,
        kind: 'controller',
        path: argument(given, 0),
        middlewares: given.args.slice(1),
        caller: call,
      });
  });

const route = (realm: Realm, name: string, method: string): ObjectValue =>
  factory(realm, name, (given) => (call) => {
    const key = call.text(argument(call, 1));
    if (key !== null)
      declarationsOf(call, LIBRARY).addRoute(argument(call, 0), {
        key,
        method,
        path: argument(given, 0),
        middlewares: given.args.slice(1),
        caller: call,
      });
  });

/** `@httpMethod('get', path, ...middlewares)`. */
const anyMethod = (realm: Realm): ObjectValue =>
  factory(realm, 'httpMethod', (given) => (call) => {
    const key = call.text(argument(call, 1));
    if (key !== null)
      declarationsOf(call, LIBRARY).addRoute(argument(call, 0), {
        key,
        method: given.text(argument(given, 0)) ?? 'get',
        path: argument(given, 1),
        middlewares: given.args.slice(2),
        caller: call,
      });
  });

const METHODS: Readonly<Record<string, string>> = {
  all: 'all',
  httpGet: 'get',
  httpPost: 'post',
  httpPut: 'put',
  httpPatch: 'patch',
  httpHead: 'head',
  httpDelete: 'delete',
  httpOptions: 'options',
  All: 'all',
  Get: 'get',
  Post: 'post',
  Put: 'put',
  Patch: 'patch',
  Head: 'head',
  Delete: 'delete',
  Options: 'options',
};

const PARAMETERS: Readonly<Record<string, ParameterRule['kind']>> = {
  request: 'request',
  response: 'response',
  next: 'next',
  requestParam: 'path',
  queryParam: 'query',
  requestBody: 'body',
  requestHeaders: 'header',
  cookies: 'cookie',
  principal: 'user',
  Request: 'request',
  Response: 'response',
  Next: 'next',
  Param: 'path',
  Query: 'query',
  Body: 'body',
  Headers: 'header',
  Cookies: 'cookie',
  Principal: 'user',
};

const parameter = (realm: Realm, name: string, kind: ParameterRule['kind']): ObjectValue =>
  factory(realm, name, (given) => {
    const rule: ParameterRule = { kind, name: memberName(given, kind) };
    return (call) => {
      declarationsOf(call, LIBRARY).addParameter(call, rule);
    };
  });

/** `@withMiddleware(...middlewares)`: behind those that the route or controller states itself. */
const withMiddleware = (realm: Realm): ObjectValue =>
  factory(realm, 'withMiddleware', (given) => (call) => {
    declarationsOf(call, LIBRARY).note(call, 'withMiddleware', given.args);
  });

export const decorators = (realm: Realm): Record<string, Value> => ({
  controller: controller(realm),
  Controller: controller(realm),
  ...Object.fromEntries(Object.entries(METHODS).map(([name, method]) => [name, route(realm, name, method)])),
  httpMethod: anyMethod(realm),
  ...Object.fromEntries(Object.entries(PARAMETERS).map(([name, kind]) => [name, parameter(realm, name, kind)])),
  withMiddleware: withMiddleware(realm),
});
