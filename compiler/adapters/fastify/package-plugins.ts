import type { MiddlewareType } from '@tool/ir';
import type { RequestHook } from './instance-data.js';

export interface PackageHook {
  readonly hook: RequestHook;
  /** What the package calls its function, or a name for a reader where it has none. */
  readonly name: string;
  readonly type?: MiddlewareType;
  /**
   * The hook is put on each route as it is announced (`onRoute`), behind the route's own: routes that were there before the plugin was loaded do
   * not get it. This is the option of a route that turns it off with `false` and on where the plugin does not do so for every route.
   */
  readonly perRoute?: readonly string[];
  /** Routes of this method get it only where they ask for it. */
  readonly except?: string;
  /** The option that turns this hook off with `false`. */
  readonly unless?: string;
  /** The option without which this hook is not there. */
  readonly only?: string;
}

/** A plugin of a package: hooks that it adds for every route of the instance, and decorators of the instance that return or are hooks. */
export interface PackagePlugin {
  readonly hooks: readonly PackageHook[];
  /** The option that turns the hooks off with `false`. */
  readonly global?: string;
  /** The option that moves the hooks to another point. */
  readonly at?: string;
  /** Without any of these options there are no hooks. */
  readonly needs?: readonly string[];
}

const hooks = (...list: readonly (readonly [RequestHook, string, MiddlewareType?])[]): PackagePlugin => ({
  hooks: list.map(([hook, name, type]) => ({ hook, name, ...(type && { type }) })),
});

/** Hooks by package. A package that is not listed adds decorators, parsers or pages of its own. */
const PLUGINS: Readonly<Record<string, PackagePlugin>> = {
  '@fastify/cors': { ...hooks(['onRequest', 'handleCors', 'cors']), at: 'hook' },
  '@fastify/helmet': {
    ...hooks(['onRequest', 'helmetConfigureReply', 'helmet'], ['onRequest', 'helmetApplyHeaders', 'helmet']),
    global: 'global',
  },
  '@fastify/rate-limit': {
    hooks: [{ hook: 'onRequest', name: 'rateLimit', type: 'rate-limit', perRoute: ['config', 'rateLimit'] }],
    global: 'global',
    at: 'hook',
  },
  '@fastify/cookie': {
    ...hooks(['onRequest', 'fastifyCookieHandler', 'parser'], ['onSend', 'fastifyCookieOnSendHandler', 'parser']),
    at: 'hook',
  },
  '@fastify/session': hooks(['onRequest', 'handleSession', 'session'], ['onSend', 'saveSession', 'session']),
  '@fastify/secure-session': hooks(['onRequest', 'secureSession', 'session'], ['onSend', 'saveSession', 'session']),
  '@fastify/multipart': {
    hooks: [
      { hook: 'onRequest', name: 'multipart', type: 'upload' },
      { hook: 'preValidation', name: 'attachFieldsToBody', type: 'upload', only: 'attachFieldsToBody' },
      { hook: 'onResponse', name: 'cleanRequestFiles', type: 'upload' },
    ],
  },
  '@fastify/under-pressure': {
    ...hooks(['onRequest', 'underPressure', 'rate-limit']),
    needs: ['maxEventLoopDelay', 'maxEventLoopUtilization', 'maxHeapUsedBytes', 'maxRssBytes', 'healthCheck'],
  },
  '@fastify/compress': {
    hooks: [
      { hook: 'onRequest', name: 'decorateReply', type: 'compression', perRoute: ['compress'] },
      { hook: 'preParsing', name: 'decompress', type: 'compression', perRoute: ['decompress'] },
      { hook: 'onSend', name: 'compress', type: 'compression', perRoute: ['compress'] },
    ],
    global: 'global',
  },
  'fastify-raw-body': {
    hooks: [{ hook: 'preParsing', name: 'preparsingRawBody', type: 'parser', perRoute: ['config', 'rawBody'], except: 'GET' }],
    global: 'global',
  },
  '@fastify/etag': hooks(['onSend', 'etag', 'other']),
  '@fastify/caching': hooks(['onRequest', 'cachingLoadByEtag', 'other'], ['onSend', 'cachingStoreByEtag', 'other']),
  '@fastify/accepts-serializer': hooks(['preHandler', 'acceptsSerializer', 'other']),
  '@fastify/request-context': {
    ...hooks(['onRequest', 'requestContextHook', 'other'], ['preValidation', 'requestContextPreValidationHook', 'other']),
    at: 'hook',
  },
  '@fastify/middie': { ...hooks(['onRequest', 'runMiddie', 'other']), at: 'hook' },
  '@fastify/express': hooks(['onRequest', 'enhanceRequest', 'other'], ['onRequest', 'runConnect', 'other']),
  '@fastify/websocket': hooks(['onRequest', 'websocket', 'other'], ['onResponse', 'websocket', 'other']),
  '@fastify/awilix': {
    hooks: [
      { hook: 'onRequest', name: 'createAwilixScopeOnRequest', type: 'other' },
      { hook: 'onResponse', name: 'awilixOnResponse', type: 'other', unless: 'disposeOnResponse' },
    ],
  },
  'fastify-qs': hooks(['onRequest', 'qs', 'parser']),
  'fastify-disablecache': hooks(['onRequest', 'setCacheHeaders', 'other']),
  '@mgcrea/fastify-request-logger': hooks(
    ['onRequest', 'requestLogger', 'logging'],
    ['preHandler', 'requestLogger', 'logging'],
    ['onResponse', 'requestLogger', 'logging'],
  ),
  '@fastify/url-data': hooks(),
  '@fastify/bearer-auth': { ...hooks(['onRequest', 'verifyBearerAuth', 'auth']), global: 'addHook' },
  '@fastify/passport': hooks(),
  '@fastify/response-validation': hooks(),
  '@fastify/circuit-breaker': hooks(['onSend', 'circuitBreaker', 'other']),
  'fastify-metrics': hooks(['onRequest', 'metrics', 'logging'], ['onResponse', 'metrics', 'logging']),
};

/** Names that packages had before they moved into the organisation. */
const FORMER: Readonly<Record<string, string>> = { 'under-pressure': '@fastify/under-pressure', middie: '@fastify/middie' };

export function packagePlugin(module: string): PackagePlugin | null {
  const name =
    FORMER[module] ??
    (/^fastify-[\w-]+$/.test(module) && PLUGINS[`@fastify/${module.slice('fastify-'.length)}`]
      ? `@fastify/${module.slice('fastify-'.length)}`
      : module);
  return Object.hasOwn(PLUGINS, name) ? PLUGINS[name]! : null;
}

/** Packages whose plugin finds routes of the program by itself: controllers, files, descriptions. */
const ROUTING: ReadonlySet<string> = new Set([
  'fastify-autoroutes',
  'fastify-file-routes',
  'fastify-file-router',
  'fastify-now',
  'fastify-openapi-glue',
  'fastify-oas',
  'fastify-resty',
  '@fastify-resty/core',
  'fastify-routes-loader',
  'fastify-crud-generator',
  'fastify-autocrud',
  'fastify-auto-routes',
  '@platformatic/db',
  '@platformatic/sql-openapi',
  '@fastify/nextjs',
  'apollo-server-fastify',
]);

export const findsRoutes = (module: string): boolean => ROUTING.has(module);

/** Members that packages add to the instance: a program that reads one has the package's, wherever it was registered. */
const DECORATORS: Readonly<Record<string, string>> = {
  auth: '@fastify/auth',
  verifyBearerAuth: '@fastify/bearer-auth',
  verifyBearerAuthFactory: '@fastify/bearer-auth',
  basicAuth: '@fastify/basic-auth',
  csrfProtection: '@fastify/csrf-protection',
  rateLimit: '@fastify/rate-limit',
  createRateLimit: '@fastify/rate-limit',
  jwt: '@fastify/jwt',
  helmet: '@fastify/helmet',
  passport: '@fastify/passport',
  guard: 'fastify-guard',
};

export const decoratorPackage = (name: string): string | null => (Object.hasOwn(DECORATORS, name) ? DECORATORS[name]! : null);
