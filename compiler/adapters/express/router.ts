import {
  defineHostType,
  HTTP_METHODS,
  type Call,
  type Emit,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { eachPath, handlers } from './arguments.js';
import { expressDiagnostics } from './diagnostics.js';
import { handedOut } from './handed-out.js';
import { observedBy, observeParameter } from './observe.js';
import { registerRoute } from './register-route.js';
import { routeType } from './route.js';
import { newState, pathSyntax, routingOf, routingTypes, type RoutingData } from './routing-data.js';
import { use } from './use.js';

/** A method of applications and routers. Called on anything else it registers nothing, and says so. */
export const method =
  (name: string, run: (call: Call, emit: Emit, data: RoutingData) => Value | void): Transfer =>
  (call, emit) => {
    const data = routingOf(call);
    if (data) return run(call, emit, data) ?? call.receiver;
    emit.report(expressDiagnostics, 'detached-method', { method: name });
    return call.receiver;
  };

/** `router.stack`: a list of which the scan says nothing but that it is there. */
const layers: Transfer = (call) => {
  const list = call.list([]);
  call.markOpen?.(list);
  return list;
};

export const verb = (name: string): Transfer =>
  method(name, (call, emit, data) => {
    const [path, ...rest] = call.args;
    if (!path) return;
    const upper = name.toUpperCase();
    registerRoute(call, emit, data, upper, path, handlers(call, emit, rest, `${upper} ${call.describe(path)}`));
  });

/** One value for each name, so that a function which checks it on two routers is the same one. */
const nameValues = new Map<string, Value>();
/** A function that is given several parameters is another one for each: what it asks of one says nothing of the others. */
function asName(call: Call, parameter: string): Value {
  const known = nameValues.get(parameter) ?? call.const(parameter);
  nameValues.set(parameter, known);
  return known;
}

const param = method('param', (call, emit, data) => {
  const [name, fn] = call.args;
  // `param(fn)` of Express 4 changes how later ones are made; it registers nothing itself.
  if (!name || !fn) return;
  data.state.used = true;
  const register = (value: Value): void => {
    const names = call.elements(value);
    if (names !== null) {
      names.forEach(register);
      return;
    }
    emit.branch(value, (alternative) => {
      const text = call.text(alternative);
      if (text === null) {
        emit.report(expressDiagnostics, 'dynamic-param-name', {});
        return;
      }
      const parameter = text.replace(/^:/, '');
      emit.use(data.router, {
        path: emit.path('/', data.syntax),
        middleware: emit.middleware(
          fn,
          call.isFunction(fn) ? { observe: observeParameter(fn, parameter), on: asName(call, parameter) } : {},
        ),
        phase: `param:${parameter}`,
      });
    });
  };
  register(name);
});

/** `app[verb](path, …)` with a verb that nobody knows. */
export const dynamicMethod: Transfer = method('a method', (call, emit, data) => {
  const [path, ...rest] = call.args;
  // A method with one argument or none is as likely a setting or a life-cycle call: it says nothing about routes.
  if (!path || rest.length === 0) return;
  const diagnostic = emit.report(expressDiagnostics, 'dynamic-method', {});
  eachPath(call, emit, data, path, (at) => emit.opaque(data.router, { what: 'route', diagnostic, path: at }));
});

/** A request that no route of a router is for: its middlewares run one after the other. */
function serveSome(call: Call, [first, ...others]: readonly Value[], given: readonly [Value, Value, Value]): void {
  const [request, response, next] = given;
  if (!first) call.invoke(next, []);
  else
    call.invoke(first, [
      request,
      response,
      call.fn('next', (inner) => {
        if (inner.args.length > 0) inner.invoke(next, inner.args);
        else serveSome(inner, others, given);
      }),
    ]);
}

/** A request handler calls a router or application as a function: with the request of a server, that server answers with it. */
export const answer: Transfer = (call, emit) => {
  const [request, response, next] = call.args;
  const data = routingOf(call);
  if (data?.state.takesSome && next && observedBy(call, request))
    serveSome(
      call,
      data.state.middlewares.filter((each) => call.isFunction(each)),
      [request!, response!, next],
    );
  const isServed = request?.kind === 'object' && request.host?.type.name === 'IncomingMessage';
  if (data && (isServed || observedBy(call, request))) emit.root(data.router);
};

/** The methods that routers and applications share. */
export const routingMethods: Readonly<Record<string, Transfer>> = {
  ...Object.fromEntries(HTTP_METHODS.map((name) => [name.toLowerCase(), verb(name.toLowerCase())])),
  all: verb('all'),
  use: method('use', use),
  route: method('route', (call, _emit, data) =>
    call.host(routeType, { owner: data, path: call.args[0] ?? call.const(undefined), layers: [] }),
  ),
  param,
  handle: answer,
};

/** What every function has of its own: never inherited from the function that made a router. */
const FUNCTION_KEYS: ReadonlySet<string> = new Set([
  'name',
  'length',
  'prototype',
  'constructor',
  'caller',
  'arguments',
  'then',
  'default',
]);

/** In Express 4 `express.Router` is the prototype of its routers: a method that the program replaced there wins. */
const overridable =
  (name: string, transfer: Transfer): Transfer =>
  (call, emit) => {
    const maker = routingOf(call)?.maker;
    const own = maker ? call.get(maker, name) : null;
    if (own?.kind === 'object' && call.isFunction(own) && own !== originals.get(maker!)?.[name])
      return call.invoke(own, call.args, call.receiver);
    return transfer(call, emit);
  };

/** The methods that a maker had before the program changed it. */
const originals = new WeakMap<ObjectValue, Readonly<Record<string, ObjectValue>>>();

/** With express-group-routes `group(path, (router) => …)` makes a router, has it filled and mounts it. */
export const group = (call: Call): Value | undefined =>
  call.packageVersion?.('express-group-routes')
    ? call.fn('group', (inner) => {
        const [path, fill] = inner.args.length > 1 ? inner.args : [inner.const('/'), ...inner.args];
        const router = inner.invoke(routerConstructor(inner, 'express', 5), []);
        if (path && fill) {
          inner.invoke(fill, [router]);
          inner.invoke(inner.get(inner.receiver, 'use'), [path, router], inner.receiver);
        }
        return router;
      })
    : undefined;

export const routerType = defineHostType<RoutingData>({
  name: 'Router',
  methods: Object.fromEntries(Object.entries(routingMethods).map(([name, transfer]) => [name, overridable(name, transfer)])),
  others: ['process_params'],
  getters: { stack: layers },
  call: answer,
  functionName: 'router',
  dynamic: dynamicMethod,
  handedOut: (call, emit, module) => {
    handedOut(call, emit, module);
  },
  missing: (call, key) => {
    if (key === 'group') return group(call);
    const maker = routingOf(call)?.maker;
    if (!maker || FUNCTION_KEYS.has(key)) return undefined;
    const added = call.get(maker, key);
    return call.isUndefined(added) ? undefined : added;
  },
});

routingTypes.push(routerType);

/** `express.Router`, the export of `router`, and what imitates them. `firstNewMajor` is the version that brought the new path syntax. */
export function routerConstructor(
  realm: Realm,
  packageName: string,
  firstNewMajor: number,
  members: Readonly<Record<string, Value>> = {},
): ObjectValue {
  const methods = Object.fromEntries(Object.entries(routingMethods).map(([name, transfer]) => [name, realm.fn(name, transfer)]));
  const maker: ObjectValue = realm.fn(
    'Router',
    (call, emit) => {
      const options = call.args[0];
      const option = (name: string): boolean => options !== undefined && call.truthy(call.get(options, name)) === true;
      const syntax = pathSyntax(call, packageName, firstNewMajor);
      const caseSensitive = option('caseSensitive');
      const strict = option('strict');
      const router = emit.router({ framework: 'express', syntax, caseSensitive, strict });
      return call.host(
        routerType,
        { router, syntax, application: false, maker, state: newState() },
        {
          params: call.record({}),
          caseSensitive: call.const(caseSensitive || undefined),
          mergeParams: call.const(option('mergeParams') || undefined),
          strict: call.const(strict || undefined),
        },
      );
    },
    { ...methods, ...members, prototype: realm.prototype(routerType) },
  );
  originals.set(maker, methods);
  return maker;
}
