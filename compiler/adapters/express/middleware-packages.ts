import type { Provenance } from '@tool/scanner-sdk';

/**
 * Packages of which every call result is a request handler. `use(helmet(), handler)` has no path, while
 * `use(settings.prefix(), handler)` may have one: only what is certain is in this list.
 */
const MIDDLEWARE_PACKAGES: ReadonlySet<string> = new Set([
  'body-parser',
  'celebrate',
  'compression',
  'connect-flash',
  'connect-history-api-fallback',
  'connect-livereload',
  'connect-multiparty',
  'connect-redis',
  'connect-timeout',
  'cookie-parser',
  'client-sessions',
  'cookie-session',
  'cors',
  'csrf-csrf',
  'csurf',
  'errorhandler',
  'express-basic-auth',
  'express-bearer-token',
  'express-brute',
  'express-fileupload',
  'express-formidable',
  'express-http-context',
  'express-http-proxy',
  'express-jwt',
  'express-mongo-sanitize',
  'express-oauth2-jwt-bearer',
  'express-openapi-validator',
  'express-pino-logger',
  'express-prom-bundle',
  'express-rate-limit',
  'express-request-id',
  'express-session',
  'express-sslify',
  'express-static-gzip',
  'express-status-monitor',
  'express-slow-down',
  'express-useragent',
  'express-validator',
  'express-winston',
  'express-xss-sanitizer',
  'feature-policy',
  'frameguard',
  'helmet',
  'helmet-csp',
  'hpp',
  'hsts',
  'http-proxy-middleware',
  'i18next-http-middleware',
  'ienoopen',
  'koa-connect',
  'lusca',
  'method-override',
  'morgan',
  'multer',
  'nocache',
  'on-finished',
  'permissions-policy',
  'pino-http',
  'rate-limiter-flexible',
  'referrer-policy',
  'request-ip',
  'response-time',
  'serve-favicon',
  'serve-index',
  'serve-static',
  'swagger-tools',
  'swagger-ui-express',
  'vhost',
  'webpack-dev-middleware',
  'webpack-hot-middleware',
  'x-xss-protection',
  'xss-clean',
  'express',
]);

/** Packages whose other exports may be anything, with the calls that give a request handler. */
const MIDDLEWARE_CALLS: Readonly<Record<string, RegExp>> = {
  passport: /(^|\.)(initialize|session|authenticate|authorize)\(\)$/,
  'express-openid-connect': /(^|\.)(auth|requiresAuth|attemptSilentLogin)\(\)$/,
  '@clerk/express': /(^|\.)(clerkMiddleware|requireAuth)\(\)$/,
  '@sentry/node': /(Handler|Middleware)\(\)$/,
  'keycloak-connect': /(^|\.)(middleware|protect|enforcer)\(\)$/,
  i18n: /(^|\.)init$/,
};

/** Handlers that answer GET and POST where they are mounted. */
const GRAPHQL: Readonly<Record<string, RegExp>> = {
  '@apollo/server/express4': /(^|\.)expressMiddleware\(\)$/,
  '@as-integrations/express4': /(^|\.)expressMiddleware\(\)$/,
  '@as-integrations/express5': /(^|\.)expressMiddleware\(\)$/,
  'graphql-http': /(^|\.)createHandler\(\)$/,
  'express-graphql': /\(\)$/,
  'apollo-server-express': /^getMiddleware\(\)$/,
};

const packageOf = (module: string): string =>
  module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');

/** All that the package gives for requests is request handlers. */
export const givesMiddlewares = (module: string): boolean => MIDDLEWARE_PACKAGES.has(packageOf(module));

const graphql = (module: string): RegExp | undefined => GRAPHQL[module] ?? GRAPHQL[packageOf(module)];
/** The value answers queries of GraphQL. */
export const answersQueries = ({ module, path }: Provenance): boolean => graphql(module)?.test(path) === true;

/** The value is a request handler, whatever its arguments were. */
export function isMiddlewarePackage({ module, path }: Provenance): boolean {
  const name = packageOf(module);
  const calls = MIDDLEWARE_CALLS[module] ?? MIDDLEWARE_CALLS[name] ?? graphql(module);
  if (calls) return calls.test(path);
  return MIDDLEWARE_PACKAGES.has(name) && path.includes('()');
}
