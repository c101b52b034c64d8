import { defineLibrary, functions, openModule, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, unmodelled } from './support/fallback.js';

/** What `noBody()` gives: such an answer has no body. */
const NO_BODY = 'ContractNoBody';

const optional = (call: Call, value: Value | undefined, key: string): Value | null => {
  if (value?.kind !== 'object') return null;
  const found = call.get(value, key);
  return call.isUndefined(found) || call.constant(found) === null ? null : found;
};
const invokeMember = (call: Call, value: Value, key: string, ...args: readonly Value[]): Value =>
  call.invoke(call.get(value, key), args, value);
const isRoute = (call: Call, value: Value): boolean => optional(call, value, 'method') !== null && optional(call, value, 'path') !== null;

/** Every path of a contract behind a prefix; nested contracts included. */
function prefixed(call: Call, contract: Value, prefix: Value): Value {
  const entries = call.knownEntries?.(contract);
  if (!entries) return contract;
  const behind = (path: Value): Value => {
    const [first, rest] = [call.text(prefix), call.text(path)];
    return first === null || rest === null ? call.unknown('a path behind a prefix that is not known') : call.const(first + rest);
  };
  return call.record(
    Object.fromEntries(
      entries.map(([name, value]) =>
        isRoute(call, value)
          ? [name, call.record({ ...Object.fromEntries(call.knownEntries?.(value) ?? []), path: behind(call.get(value, 'path')) })]
          : [name, prefixed(call, value, prefix)],
      ),
    ),
  );
}

const same: Transfer = (call) => argument(call, 0);
const second: Transfer = (call) => argument(call, 1);

const initContract: Transfer = (call) =>
  call.record(
    functions(call, {
      router: (inner) => {
        const prefix = optional(inner, inner.args[1], 'pathPrefix');
        return prefix ? prefixed(inner, argument(inner, 0), prefix) : argument(inner, 0);
      },
      query: same,
      mutation: same,
      responses: same,
      response: () => undefined,
      body: () => undefined,
      type: () => undefined,
      otherResponse: same,
      noBody: (inner) => inner.const(NO_BODY),
    }),
  );

/** Answers a request of which the contract refuses a part, with what it says of it. */
type Refuse = (call: Call, part: string, error: Value) => void;

/** With 400 and what is wrong, as both packages do unless they are told otherwise. */
const refuseWith400 =
  (response: Value, send: 'json' | 'send'): Refuse =>
  (call, _part, error) => {
    invokeMember(call, invokeMember(call, response, 'status', call.const(400)), send, error);
  };

/** `requestValidationErrorHandler` of Express: 'combined', or a function of the program that is given what is wrong with each part. */
function refuseAsTold(call: Call, options: Value): Refuse {
  const told = optional(call, options, 'requestValidationErrorHandler');
  const [request, response, next] = [argument(call, 0), argument(call, 1), argument(call, 2)];
  const plain = refuseWith400(response, 'json');
  if (!told || (!call.isFunction(told) && call.constant(told) !== 'combined')) return plain;
  return (inner, part, error) => {
    const of = (names: Readonly<Record<string, string>>): Value =>
      inner.record(Object.fromEntries(Object.entries(names).map(([name, of]) => [name, of === part ? error : inner.const(null)])));
    if (call.isFunction(told))
      inner.awaited(
        inner.invoke(told, [of({ pathParams: 'pathParams', headers: 'headers', query: 'query', body: 'body' }), request, response, next]),
      );
    else
      plain(
        inner,
        part,
        of({ pathParameterErrors: 'pathParams', headerErrors: 'headers', queryParameterErrors: 'query', bodyErrors: 'body' }),
      );
  };
}

/** A part of the request as the contract lets it pass; what it refuses is answered. */
function checked(call: Call, route: Value, part: string, value: Value, refuse: Refuse): Value {
  const schema = optional(call, route, part);
  const check = schema?.kind === 'object' ? call.get(schema, 'safeParse') : null;
  if (!schema || !check || !call.isFunction(check)) return value;
  const result = call.invoke(check, [value], schema);
  const given = (name: string): Value => {
    const there = call.alternatives(call.get(result, name)).filter((each) => !call.isUndefined(each));
    return there.length === 1 ? there[0]! : call.get(result, name);
  };
  call.either?.(call.get(result, 'success'), (holds) => {
    if (!holds) refuse(call, part, given('error'));
  });
  // Where there are none it has been answered.
  return given('data');
}

/** Sends `{ status, body }`, as the contract says of the status. */
function answer(call: Call, route: Value, response: Value, result: Value, sends: 'json' | 'send'): void {
  for (const each of call.alternatives(result)) {
    const status = call.get(each, 'status');
    const code = call.constant(status);
    const declared = typeof code === 'number' ? optional(call, call.get(route, 'responses'), String(code)) : null;
    const at = invokeMember(call, response, 'status', status);
    if (declared && call.constant(declared) === NO_BODY) invokeMember(call, at, sends === 'json' ? 'end' : 'send');
    else invokeMember(call, at, declared && optional(call, declared, 'contentType') ? 'send' : sends, call.get(each, 'body'));
  }
}

/** What is registered for a handler that takes the parts of a request and gives what is answered. */
const serving =
  (route: Value, handler: Value, framework: 'express' | 'fastify' = 'express', options?: Value): Transfer =>
  (call) => {
    const [request, response] = [argument(call, 0), argument(call, 1)];
    const sends = framework === 'express' ? 'json' : 'send';
    const refuse = options ? refuseAsTold(call, options) : refuseWith400(response, sends);
    const part = (name: string, member: string): Value => checked(call, route, name, call.get(request, member), refuse);
    const given = call.record({
      params: part('pathParams', 'params'),
      headers: part('headers', 'headers'),
      query: part('query', 'query'),
      body: part('body', 'body'),
      ...(framework === 'express'
        ? { file: call.get(request, 'file'), files: call.get(request, 'files'), req: request, res: response }
        : { request, reply: response, appRoute: route }),
    });
    answer(call, route, response, call.awaited(call.invoke(handler, [given])), sends);
  };

/** Registers one route of the contract the way the program itself would: `target.get(path, …)`. */
function register(call: Call, route: Value, implementation: Value, options: Value): boolean {
  const method = call.text(call.get(route, 'method'))?.toLowerCase();
  const handler = call.isFunction(implementation) ? implementation : call.get(implementation, 'handler');
  if (method === undefined || !call.isFunction(handler)) return false;
  const own = call.isFunction(implementation) ? null : optional(call, implementation, 'middleware');
  const noted = call.fn('', (inner) => {
    const request = argument(inner, 0);
    if (request.kind === 'object') inner.set(request, 'tsRestRoute', route);
    return inner.invoke(argument(inner, 2), []);
  });
  // What stands in front of all routes finds the one that is asked for: of each it is another function.
  const global = optional(call, options, 'globalMiddleware');
  const ofRoute = global
    ? (call.elements(global)?.map((each) =>
        call.isFunction(each)
          ? (call.inPlaceOf?.(each, (inner) => inner.awaited(inner.invoke(each, inner.args)), {
              name: call.describe(each) || 'globalMiddleware',
            }) ?? each)
          : each,
      ) ?? [global])
    : [];
  const transfer = serving(route, handler, 'express', options);
  invokeMember(
    call,
    argument(call, 2),
    method,
    call.get(route, 'path'),
    noted,
    ...ofRoute,
    ...(own ? [own] : []),
    call.inPlaceOf?.(handler, transfer) ?? call.fn(call.describe(handler), transfer),
  );
  return true;
}

/** The same of an instance of Fastify: `instance.route({ ...hooks, method, url, handler })`. */
const registerRoute =
  (instance: Value): Register =>
  (call, route, implementation) => {
    const isBare = call.isFunction(implementation);
    const handler = isBare ? implementation : call.get(implementation, 'handler');
    if (!call.isFunction(handler)) return false;
    const hooks = isBare ? null : optional(call, implementation, 'hooks');
    const transfer = serving(route, handler, 'fastify');
    const described = call.record({
      ...(hooks && Object.fromEntries(call.knownEntries?.(hooks) ?? [])),
      method: call.get(route, 'method'),
      url: call.get(route, 'path'),
      handler: call.inPlaceOf?.(handler, transfer) ?? call.fn(call.describe(handler), transfer),
    });
    invokeMember(call, instance, 'route', described);
    return true;
  };

/** Hooks of the options come first, each one or several. */
function addHooks(call: Call, instance: Value, options: Value): void {
  const hooks = optional(call, options, 'hooks');
  for (const [name, given] of hooks ? (call.knownEntries?.(hooks) ?? []) : [])
    for (const hook of call.elements(given) ?? [given]) invokeMember(call, instance, 'addHook', call.const(name), hook);
}

type Register = (call: Call, route: Value, implementation: Value, options: Value) => boolean;
/** Goes through contract and implementation side by side. False: a part of one of them is not known. */
function registerAll(call: Call, contract: Value, implementation: Value, options: Value, register: Register): boolean {
  if (isRoute(call, contract)) return register(call, contract, implementation, options);
  if (contract.kind !== 'object' || call.isFunction(implementation)) return false;
  const entries = implementation.kind === 'object' ? call.knownEntries?.(implementation) : null;
  if (!entries) return false;
  let isKnown = !call.isOpen(implementation);
  for (const [name, inner] of entries) if (!registerAll(call, call.get(contract, name), inner, options, register)) isKnown = false;
  return isKnown;
}

const createEndpoints =
  (module: string, name: string): Transfer =>
  (call) => {
    if (!registerAll(call, argument(call, 0), argument(call, 1), argument(call, 3), register)) unmodelled(call, module, name);
  };

const core: ModuleModel = (realm) =>
  openModule(
    realm,
    '@ts-rest/core',
    functions(realm, {
      initContract,
      initTsRest: initContract,
      // What the adapter of Nest serves a route with.
      '#serve': (call) => call.fn('serve', serving(argument(call, 0), argument(call, 1), 'express', argument(call, 2))),
    }),
  );

const server: ModuleModel = (realm) =>
  openModule(
    realm,
    '@ts-rest/express',
    functions(realm, {
      initServer: (call) => call.record(functions(call, { router: second, route: second })),
      createExpressEndpoints: createEndpoints('@ts-rest/express', 'createExpressEndpoints'),
    }),
    { initContract: '@ts-rest/core' },
  );

const FASTIFY = '@ts-rest/fastify';
/** Of an implementation the contract that `s.router(contract, implementation)` says it is of. */
const CONTRACT = Symbol('contract');

/** `s.plugin(router)`: to be registered, with hooks among its options. */
const plugin: Transfer = (call) => {
  const router = argument(call, 0);
  const contract = router.kind === 'object' ? call.get(router, CONTRACT) : call.const(undefined);
  return call.fn('plugin', (inner) => {
    const [instance, options] = [argument(inner, 0), argument(inner, 1)];
    addHooks(inner, instance, options);
    if (!registerAll(inner, contract, router, options, registerRoute(instance))) unmodelled(inner, FASTIFY, 'plugin');
    if (inner.isFunction(argument(inner, 2))) inner.invoke(argument(inner, 2), []);
  });
};
const fastify: ModuleModel = (realm) =>
  openModule(
    realm,
    FASTIFY,
    functions(realm, {
      initServer: (call) =>
        call.record(
          functions(call, {
            router: (inner) => {
              const implementation = argument(inner, 1);
              if (implementation.kind !== 'object') return implementation;
              const router = inner.record(Object.fromEntries(inner.knownEntries?.(implementation) ?? []));
              inner.set(router, CONTRACT, argument(inner, 0));
              if (inner.isOpen(implementation)) inner.markOpen?.(router);
              return router;
            },
            route: second,
            registerRouter: (inner) => {
              addHooks(inner, argument(inner, 2), argument(inner, 3));
              if (!registerAll(inner, argument(inner, 0), argument(inner, 1), argument(inner, 3), registerRoute(argument(inner, 2))))
                unmodelled(inner, FASTIFY, 'registerRouter');
            },
            plugin,
          }),
        ),
    }),
    { initContract: '@ts-rest/core' },
  );

/** ts-rest: contracts as data, and the routes that are registered for them. */
export const tsRestLibrary = defineLibrary({ modules: { '@ts-rest/core': core, '@ts-rest/express': server, [FASTIFY]: fastify } });
