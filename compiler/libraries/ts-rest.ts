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

/** A part of the request as the contract lets it pass; what it refuses is answered with 400. */
function checked(call: Call, route: Value, part: string, given: Value, response: Value): Value {
  const schema = optional(call, route, part);
  const check = schema?.kind === 'object' ? call.get(schema, 'safeParse') : null;
  if (!schema || !check || !call.isFunction(check)) return given;
  const result = call.invoke(check, [given], schema);
  call.either?.(call.get(result, 'success'), (holds) => {
    if (!holds) invokeMember(call, invokeMember(call, response, 'status', call.const(400)), 'json', call.get(result, 'error'));
  });
  return call.get(result, 'data');
}

/** Sends `{ status, body }`, as the contract says of the status. */
function answer(call: Call, route: Value, response: Value, result: Value): void {
  for (const each of call.alternatives(result)) {
    const status = call.get(each, 'status');
    const code = call.constant(status);
    const declared = typeof code === 'number' ? optional(call, call.get(route, 'responses'), String(code)) : null;
    const at = invokeMember(call, response, 'status', status);
    if (declared && call.constant(declared) === NO_BODY) invokeMember(call, at, 'end');
    else invokeMember(call, at, declared && optional(call, declared, 'contentType') ? 'send' : 'json', call.get(each, 'body'));
  }
}

/** What is registered for a handler that takes the parts of a request and gives what is answered. */
const serving =
  (route: Value, handler: Value): Transfer =>
  (call) => {
    const [request, response] = [argument(call, 0), argument(call, 1)];
    const part = (name: string, member: string): Value => checked(call, route, name, call.get(request, member), response);
    const given = call.record({
      params: part('pathParams', 'params'),
      headers: part('headers', 'headers'),
      query: part('query', 'query'),
      body: part('body', 'body'),
      file: call.get(request, 'file'),
      files: call.get(request, 'files'),
      req: request,
      res: response,
    });
    answer(call, route, response, call.awaited(call.invoke(handler, [given])));
  };

/** Registers one route of the contract the way the program itself would: `target.get(path, …)`. */
function register(call: Call, route: Value, implementation: Value, options: Value): boolean {
  const method = call.text(call.get(route, 'method'))?.toLowerCase();
  const handler = call.isFunction(implementation) ? implementation : call.get(implementation, 'handler');
  if (method === undefined || !call.isFunction(handler)) return false;
  const own = call.isFunction(implementation) ? null : optional(call, implementation, 'middleware');
  const noted = call.fn('', (inner) => inner.invoke(argument(inner, 2), []));
  const transfer = serving(route, handler);
  invokeMember(
    call,
    argument(call, 2),
    method,
    call.get(route, 'path'),
    noted,
    ...[optional(call, options, 'globalMiddleware'), own].filter((list) => list !== null),
    call.inPlaceOf?.(handler, transfer) ?? call.fn(call.describe(handler), transfer),
  );
  return true;
}

/** Goes through contract and implementation side by side. False: a part of one of them is not known. */
function registerAll(call: Call, contract: Value, implementation: Value, options: Value): boolean {
  if (isRoute(call, contract)) return register(call, contract, implementation, options);
  if (contract.kind !== 'object' || call.isFunction(implementation)) return false;
  const entries = implementation.kind === 'object' ? call.knownEntries?.(implementation) : null;
  if (!entries) return false;
  let isKnown = !call.isOpen(implementation);
  for (const [name, inner] of entries) if (!registerAll(call, call.get(contract, name), inner, options)) isKnown = false;
  return isKnown;
}

const createEndpoints =
  (module: string, name: string): Transfer =>
  (call) => {
    if (!registerAll(call, argument(call, 0), argument(call, 1), argument(call, 3))) unmodelled(call, module, name);
  };

const core: ModuleModel = (realm) => openModule(realm, '@ts-rest/core', functions(realm, { initContract, initTsRest: initContract }));

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

/** ts-rest: contracts as data, and the routes that are registered for them. */
export const tsRestLibrary = defineLibrary({ modules: { '@ts-rest/core': core, '@ts-rest/express': server } });
