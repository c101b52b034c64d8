import {
  concatText,
  defineHostType,
  functions,
  openModule,
  schemaShape,
  type Call,
  type ModuleModel,
  type Realm,
  type StatedContract,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { createApplication } from './application.js';
import { routerConstructor } from './router.js';

/**
 * `@zodios/express`: applications and routers of Express whose methods look a route up in a list of endpoints, by method and path, and check what its
 * parameters say of a request in front of its handlers. `@zodios/core`: these lists, as data.
 */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const argument = (call: Call, at: number): Value => call.args[at] ?? call.const(undefined);
const member = (call: Call, value: Value, name: string): Value => (value.kind === 'object' ? call.get(value, name) : call.const(undefined));
const isNot = (call: Call, value: Value): boolean => call.isUndefined(value) || call.constant(value) === false;

/** What the endpoint of a handler states of its answers. */
const statedType = defineHostType<StatedContract>({ name: 'contract', inert: true, methods: {} });
const STATED = Symbol('contract');
export const statedOf = (call: Call, handler: Value): StatedContract | null =>
  handler.kind === 'object' ? call.data(call.get(handler, STATED), statedType) : null;

/** `response` with `status`, and `errors: [{ status, schema }]`: types hold the handler to them, nothing at run time does. */
function answersOf(call: Call, endpoint: Value): StatedContract['answers'] {
  const stated = (status: number, schema: Value, said: Value): StatedContract['answers'][number] => {
    const [shape, description] = [schemaShape(call, schema), call.text(said)];
    return { status, ...(shape && { shape }), ...(description && { description }), source: 'schema', documented: true };
  };
  const status = call.constant(call.get(endpoint, 'status'));
  const errors = member(call, endpoint, 'errors');
  return [
    stated(typeof status === 'number' ? status : 200, call.get(endpoint, 'response'), call.get(endpoint, 'responseDescription')),
    ...(call.elements(errors) ?? []).flatMap((error) => {
      const code = call.constant(member(call, error, 'status'));
      return typeof code === 'number' ? [stated(code, call.get(error, 'schema'), call.get(error, 'description'))] : [];
    }),
  ];
}

/** Checks one parameter: what it refuses is told to `refuse`, what it lets pass stands in its place. */
function check(call: Call, parameter: Value, refuse: (call: Call, context: string, error: Value) => void): void {
  const [type, name, schema] = ['type', 'name', 'schema'].map((key) => member(call, parameter, key));
  const [kind, key] = [call.text(type!), call.text(name!)];
  const parse = member(call, schema!, 'safeParse');
  const part = kind && Object.hasOwn(PARTS, kind) ? PARTS[kind]! : null;
  if (!part || key === null || !call.isFunction(parse)) return;
  const request = argument(call, 0);
  const holder = kind === 'Body' ? request : call.get(request, part);
  const at = kind === 'Body' ? part : kind === 'Header' ? key.toLowerCase() : key;
  const result = call.invoke(parse, [call.get(holder, at)], schema);
  const given = (of: string): Value => {
    const there = call.alternatives(call.get(result, of)).filter((each) => !call.isUndefined(each));
    return there.length === 1 ? there[0]! : call.get(result, of);
  };
  call.either?.(call.get(result, 'success'), (holds) => {
    if (!holds) refuse(call, kind === 'Body' ? 'body' : `${kind!.toLowerCase()}.${key}`, member(call, given('error'), 'issues'));
  });
  if (kind === 'Body') call.set(request, part, given('data'));
}
const PARTS: Readonly<Record<string, string>> = { Body: 'body', Path: 'params', Query: 'query', Header: 'headers' };

/** The methods of an application or router as the list of endpoints has them. */
function describe(call: Call, router: Value, api: Value, options: Value): void {
  if (router.kind !== 'object') return;
  const endpoints = call.elements(api) ?? [];
  const checks = !(options.kind === 'object' && call.constant(call.get(options, 'validate')) === false);
  const handler = member(call, options, 'validationErrorHandler');
  const checking = (parameters: readonly Value[]): Value =>
    call.fn('validateRequest', (inner) => {
      const [, response, next] = [argument(inner, 0), argument(inner, 1), argument(inner, 2)];
      for (const parameter of parameters)
        check(inner, parameter, (at, context, issues) => {
          const error = at.record({ context: at.const(context), error: issues });
          if (at.isFunction(handler)) at.awaited(at.invoke(handler, [error, argument(inner, 0), response, next]));
          else {
            const refused = at.invoke(at.get(response, 'status'), [at.const(400)], response);
            at.invoke(at.get(refused, 'json'), [error], refused);
          }
        });
      return inner.invoke(next, []);
    });
  for (const method of METHODS) {
    const own = call.get(router, method);
    const described: Transfer = (inner) => {
      const [path, ...handlers] = inner.args;
      const text = path && inner.text(path);
      const endpoint = endpoints.find(
        (each) => inner.text(member(inner, each, 'method')) === method && text != null && inner.text(member(inner, each, 'path')) === text,
      );
      const last = handlers.at(-1);
      if (!endpoint || !last || !path) return inner.invoke(own, inner.args, router);
      const parameters = inner.elements(member(inner, endpoint, 'parameters'));
      const answering = inner.isFunction(last) ? (inner.inPlaceOf?.(last, (at) => at.invoke(last, at.args)) ?? last) : last;
      if (answering !== last && answering.kind === 'object')
        inner.set(answering, STATED, inner.host(statedType, { refinements: [], answers: answersOf(inner, endpoint) }));
      const before = checks && parameters ? [checking(parameters)] : [];
      return inner.invoke(own, [path, ...before, ...handlers.slice(0, -1), answering], router);
    };
    call.set(router, method, call.fn(method, described));
  }
}

/** Every path of a list of endpoints behind a prefix. */
const prefixed = (call: Call, prefix: Value, api: Value): readonly Value[] =>
  (call.elements(api) ?? []).map((endpoint) =>
    call.record({ ...Object.fromEntries(call.knownEntries?.(endpoint) ?? []), path: concatText(prefix, member(call, endpoint, 'path')) }),
  );
const prefixApi: Transfer = (call) => call.list(prefixed(call, argument(call, 0), argument(call, 1)));
const same: Transfer = (call) => argument(call, 0);

/** `apiBuilder(endpoint).addEndpoint(endpoint).build()`, and the same of parameters and errors. */
const builder = (call: Call, items: readonly Value[]): Value =>
  call.record({
    addEndpoint: call.fn('addEndpoint', (inner) => builder(inner, [...items, argument(inner, 0)])),
    build: call.fn('build', (inner) => inner.list(items)),
  });

export const zodiosCore: ModuleModel = (realm) =>
  openModule(
    realm,
    '@zodios/core',
    functions(realm, {
      makeApi: same,
      makeEndpoint: same,
      makeParameters: same,
      makeErrors: same,
      prefixApi,
      apiBuilder: (call) => builder(call, call.args.slice(0, 1)),
      mergeApis: (call) =>
        call.list((call.knownEntries?.(argument(call, 0)) ?? []).flatMap(([prefix, api]) => prefixed(call, call.const(prefix), api))),
    }),
  );

export const zodiosExpress: ModuleModel = (realm: Realm) => {
  const express = realm.fn('express', createApplication(realm));
  const router = routerConstructor(realm, 'express', 5);
  const json = realm.unknown('json of express', { module: 'express', path: 'json' });
  const makeApp =
    (parses: boolean): Transfer =>
    (call) => {
      const [api, options] = [argument(call, 0), argument(call, 1)];
      const given = member(call, options, 'express');
      const app = isNot(call, given) ? call.invoke(express, []) : given;
      if (parses && call.constant(member(call, options, 'enableJsonBodyParser')) !== false && app.kind === 'object')
        call.invoke(call.get(app, 'use'), [call.invoke(json, [])], app);
      if (!isNot(call, api)) describe(call, app, api, options);
      return app;
    };
  const makeRouter: Transfer = (call) => {
    const options = argument(call, 1);
    const given = member(call, options, 'router');
    const made = isNot(call, given) ? call.invoke(router, [options]) : given;
    describe(call, made, argument(call, 0), options);
    return made;
  };
  const makers = { zodiosApp: makeApp(true), zodiosNextApp: makeApp(false), zodiosRouter: makeRouter };
  return openModule(
    realm,
    '@zodios/express',
    functions(realm, {
      ...makers,
      prefixApi,
      zodiosContext: (call) =>
        call.record(functions(call, { app: makers.zodiosApp, nextApp: makers.zodiosNextApp, router: makers.zodiosRouter })),
    }),
  );
};
