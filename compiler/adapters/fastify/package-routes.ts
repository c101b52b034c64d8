import { type Call, type Emit, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { isNothing } from './paths.js';
import { routeFromOptions } from './route.js';

/** A route that a plugin of a package adds, as the options that its `route()` call would have. */
interface PackageRoute {
  readonly methods: readonly string[];
  readonly url: Value;
  readonly name: string;
  /** As JSON Schema: what the package itself states. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** It answers with a redirect to another server. */
  readonly redirects?: true;
  /** It hands the request to another server, and back what that answers. */
  readonly proxies?: true;
  /** The instance that the package makes for its routes has a prefix. */
  readonly prefix?: Value;
  /** Options of the program for the route, hooks among them. */
  readonly options?: readonly (readonly [string, Value])[];
}

type Routes = (call: Call, options: Value) => readonly PackageRoute[];

const option = (call: Call, options: Value, name: string): Value | null => {
  const value = options.kind === 'object' ? call.get(options, name) : call.const(undefined);
  return call.isUndefined(value) ? null : value;
};

const RESULT = {
  type: 'object',
  properties: {
    data: { type: ['object', 'null'] },
    errors: { type: 'array', items: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } } },
  },
};
const OPERATION = { query: { type: 'string' }, operationName: { type: ['string', 'null'] } };
const graphqlSchema = (method: string): Record<string, unknown> =>
  method === 'GET'
    ? {
        querystring: { type: 'object', properties: { ...OPERATION, variables: { type: 'string' }, extensions: { type: 'string' } } },
        response: { 200: RESULT },
      }
    : {
        body: { type: 'object', properties: { ...OPERATION, variables: { type: ['object', 'null'] }, extensions: { type: 'object' } } },
        response: { 200: RESULT },
      };

/** One URL for all operations of a GraphQL schema. */
const graphql =
  (methods: readonly string[]): Routes =>
  (call, options) => {
    const routes = option(call, options, 'routes');
    if (routes && call.truthy(routes) === false) return [];
    const prefix = option(call, options, 'prefix');
    return methods.map((method) => ({
      methods: [method],
      url: option(call, options, 'path') ?? call.const('/graphql'),
      name: 'graphql',
      schema: graphqlSchema(method),
      ...(prefix && { prefix }),
    }));
  };

/** A route under the URL that an option gives; `fallback` is the package's own, null where there is none without the option. */
const under =
  (name: string, path: string, fallback: string | null, more: Pick<PackageRoute, 'redirects'> = {}): Routes =>
  (call, options) => {
    const given = option(call, options, path);
    if (given && call.truthy(given) === false) return [];
    // The options of a route in place of its URL.
    const route = given?.kind === 'object' ? given : null;
    const url = (route ? option(call, route, 'url') : given) ?? (fallback === null ? null : call.const(fallback));
    return url ? [{ methods: ['GET'], url, name, ...more, ...(route && { options: call.knownEntries?.(route) ?? [] }) }] : [];
  };

/** `exposeStatusRoute: true`, a URL, or `{ url, routeOpts }`. */
const status: Routes = (call, options) => {
  const given = option(call, options, 'exposeStatusRoute');
  if (!given || call.truthy(given) === false) return [];
  const own = given.kind === 'object' ? option(call, given, 'url') : call.text(given) !== null ? given : null;
  return [
    {
      methods: ['GET'],
      url: own ?? call.const('/status'),
      name: 'status',
      schema: { response: { 200: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } } },
    },
  ];
};

const PROXIED = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'OPTIONS'];
/** Everything below the prefix is another server's, by whatever method it is asked for. */
const proxy: Routes = (call, options) => {
  const prefix = option(call, options, 'prefix');
  const given = option(call, options, 'httpMethods'),
    listed = given && call.elements(given)?.map((method) => call.text(method)),
    urls = option(call, options, 'routes');
  const methods = listed?.every((method): method is string => method !== null) ? listed : PROXIED;
  const before = option(call, options, 'preHandler') ?? option(call, options, 'beforeHandler'),
    validation = option(call, options, 'preValidation');
  const hooks = Object.entries({ ...(before && { preHandler: before }), ...(validation && { preValidation: validation }) });
  return ((urls && call.elements(urls)) ?? [call.const('/'), call.const('/*')]).map((url) => ({
    methods,
    url,
    name: 'proxy',
    proxies: true,
    options: hooks,
    ...(prefix && { prefix }),
  }));
};

/** Packages whose plugin serves something of the program's at a URL that its options give. Pages of their own (documentation, playgrounds) are none. */
const ROUTES: Readonly<Record<string, Routes>> = {
  mercurius: graphql(['GET', 'POST']),
  '@as-integrations/fastify': graphql(['GET', 'POST', 'OPTIONS']),
  '@fastify/under-pressure': status,
  'under-pressure': status,
  '@fastify/oauth2': under('startRedirect', 'startRedirectPath', null, { redirects: true }),
  'fastify-oauth2': under('startRedirect', 'startRedirectPath', null, { redirects: true }),
  'fastify-metrics': under('metrics', 'endpoint', '/metrics'),
  '@fastify/http-proxy': proxy,
  'fastify-http-proxy': proxy,
  'fastify-healthcheck': under('health', 'healthcheckUrl', '/health'),
};

/** Registers the routes that a plugin of a package adds to an instance; `inside` makes an instance with a prefix. */
export function packageRoutes(
  call: Call,
  emit: Emit,
  server: ObjectValue,
  module: string,
  options: Value,
  inside: (prefix: Value) => ObjectValue,
): void {
  if (!Object.hasOwn(ROUTES, module)) return;
  const routes = ROUTES[module]!(call, options);
  const prefix = routes[0]?.prefix;
  const instance = prefix && !isNothing(prefix) ? inside(prefix) : server;
  for (const { methods, url, name, schema, redirects, proxies, options: own } of routes) {
    const handler = call.fn(name, (inner) => {
      const reply = inner.args[1];
      if (redirects && reply) return inner.invoke(inner.get(reply, 'redirect'), [inner.unknown('an address')], reply);
      // What another server answers nobody knows.
      if (proxies) return inner.const(undefined);
      return inner.unknown(`what ${module} answers`, { module, path: name });
    });
    routeFromOptions(
      call,
      emit,
      instance,
      call.record({
        ...Object.fromEntries(own ?? []),
        method: call.list(methods.map((method) => call.const(method))),
        url,
        handler,
        attachValidation: call.const(true),
        ...(schema && { schema: valueOf(call, schema) }),
      }),
    );
  }
}

function valueOf(call: Call, json: unknown): Value {
  if (Array.isArray(json)) return call.list(json.map((each) => valueOf(call, each)));
  if (typeof json === 'object' && json !== null)
    return call.record(Object.fromEntries(Object.entries(json).map(([key, each]) => [key, valueOf(call, each)])));
  return call.const(json as string | number | boolean | null);
}
