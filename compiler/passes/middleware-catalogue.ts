import type { MiddlewareType } from '@tool/ir';

/**
 * npm module → what its middleware does. Where a module has several kinds, the key of the inner table is the export
 * (`json`, `static`); `*` is any other. A closed table of well-known packages: add a line for a new one.
 */
export const middlewareCatalogue: Readonly<Record<string, MiddlewareType | Readonly<Record<string, MiddlewareType>>>> = {
  // frameworks
  express: { json: 'parser', urlencoded: 'parser', raw: 'parser', text: 'parser', static: 'static', '*': 'other' },
  'hono/cors': 'cors', 'hono/logger': 'logging', 'hono/compress': 'compression', 'hono/csrf': 'csrf', 'hono/secure-headers': 'helmet',
  'hono/jwt': 'auth', 'hono/jwk': 'auth', 'hono/basic-auth': 'auth', 'hono/bearer-auth': 'auth', 'hono/body-limit': 'parser', 'hono/serve-static': 'static',
  'hono/validator': 'validation', 'hono/request-id': 'logging', 'hono/timing': 'logging', 'hono/ip-restriction': 'auth',
  '@hono/node-server/serve-static': 'static', '@hono/zod-validator': 'validation', '@hono/valibot-validator': 'validation', '@hono/typebox-validator': 'validation',
  '@hono/arktype-validator': 'validation', '@hono/standard-validator': 'validation', '@hono/zod-openapi': 'validation', '@hono/clerk-auth': 'auth',
  '@hono/auth-js': 'auth', '@hono/oauth-providers': 'auth', '@hono/session': 'session', 'hono-rate-limiter': 'rate-limit',
  // cors
  cors: 'cors', '@fastify/cors': 'cors', 'fastify-cors': 'cors', '@koa/cors': 'cors', 'koa2-cors': 'cors', 'koa-cors': 'cors',
  // parser
  'body-parser': 'parser', 'cookie-parser': 'parser', 'koa-body': 'parser', 'koa-bodyparser': 'parser', '@koa/bodyparser': 'parser', 'co-body': 'parser',
  '@fastify/formbody': 'parser', 'fastify-formbody': 'parser', '@fastify/cookie': 'parser', 'fastify-cookie': 'parser', 'body-parser-xml': 'parser',
  'express-xml-bodyparser': 'parser', 'koa-cookie': 'parser', 'raw-body': 'parser', 'express-query-boolean': 'parser', 'express-query-parser': 'parser', 'fastify-xml-body-parser': 'parser',
  'fastify-raw-body': 'parser', 'graphql-upload/graphqlUploadExpress.mjs': 'upload', 'method-override': 'parser', 'koa-methodoverride': 'parser', 'koa-qs': 'parser',
  // auth
  passport: { session: 'session', '*': 'auth' }, 'koa-passport': 'auth', '@nestjs/passport': 'auth', '@fastify/passport': 'auth', 'express-jwt': 'auth', 'koa-jwt': 'auth', '@fastify/jwt': 'auth',
  'fastify-jwt': 'auth', '@fastify/auth': 'auth', 'fastify-auth': 'auth', '@fastify/basic-auth': 'auth', '@fastify/bearer-auth': 'auth', '@fastify/oauth2': 'auth', 'fastify-auth0-verify': 'auth',
  'express-openid-connect': 'auth', 'express-oauth2-jwt-bearer': 'auth', 'express-basic-auth': 'auth', 'basic-auth-connect': 'auth', 'koa-basic-auth': 'auth', 'http-auth': 'auth',
  'http-auth-connect': 'auth', 'express-jwt-permissions': 'auth', 'express-jwt-authz': 'auth', 'connect-ensure-login': 'auth', 'express-bearer-token': 'auth', 'oauth2-server': 'auth',
  '@node-oauth/express-oauth-server': 'auth', 'express-oauth-server': 'auth', '@clerk/express': 'auth', '@clerk/clerk-sdk-node': 'auth', '@clerk/fastify': 'auth', 'supertokens-node/recipe/session/framework/express': 'auth',
  'supertokens-node/framework/express': 'auth', 'keycloak-connect': 'auth', '@okta/oidc-middleware': 'auth', 'express-unless': 'other', '@casl/ability': 'auth', 'express-acl': 'auth', accesscontrol: 'auth', 'connect-roles': 'auth',
  'express-casbin': 'auth', 'casbin-express-authz': 'auth', grant: 'auth', 'grant-express': 'auth', 'express-ipfilter': 'auth', 'firebase-admin': 'auth', 'better-auth/node': 'auth', '@auth/express': 'auth', 'express-http-proxy': 'other',
  // rate-limit
  'express-rate-limit': 'rate-limit', 'rate-limiter-flexible': 'rate-limit', 'express-slow-down': 'rate-limit', 'express-brute': 'rate-limit', 'express-limiter': 'rate-limit', 'express-throttle': 'rate-limit',
  '@fastify/rate-limit': 'rate-limit', 'fastify-rate-limit': 'rate-limit', 'koa-ratelimit': 'rate-limit', 'koa2-ratelimit': 'rate-limit', '@nestjs/throttler': 'rate-limit', ratelimiter: 'rate-limit', toobusy: 'rate-limit',
  'toobusy-js': 'rate-limit', '@fastify/under-pressure': 'rate-limit', 'under-pressure': 'rate-limit', overload: 'rate-limit', 'express-queue': 'rate-limit', '@upstash/ratelimit': 'rate-limit',
  // validation
  celebrate: { errors: 'error', '*': 'validation' }, 'express-validator': 'validation', 'express-validator/check': 'validation', 'express-validator/filter': 'validation', 'express-validation': 'validation', 'express-joi-validation': 'validation',
  'express-joi-validator': 'validation', 'joi-express-middleware': 'validation', 'zod-express-middleware': 'validation', 'zod-express': 'validation', 'express-zod-api': 'validation', 'express-zod-safe': 'validation', 'express-json-validator-middleware': 'validation',
  'express-openapi-validator': 'validation', 'express-openapi-validate': 'validation', 'openapi-validator-middleware': 'validation', 'express-yup-middleware': 'validation', 'express-ajv-swagger-validation': 'validation', 'class-validator': 'validation',
  'koa-joi-router': 'validation', 'koa-joi-validate': 'validation', 'koa-validate': 'validation', 'koa-parameter': 'validation', 'routing-controllers': 'other', 'express-mongo-sanitize': 'validation', 'perfect-express-sanitizer': 'validation', 'xss-clean': 'validation', 'express-xss-sanitizer': 'validation',
  hpp: 'validation', 'express-sanitizer': 'validation', 'content-type-validator': 'validation', '@exegesis-express/core': 'validation', 'exegesis-express': 'validation', joi: 'validation', zod: 'validation', yup: 'validation',
  // upload
  multer: 'upload', '@koa/multer': 'upload', 'koa-multer': 'upload', '@fastify/multipart': 'upload', 'fastify-multipart': 'upload', 'fastify-multer': 'upload', 'express-fileupload': 'upload', 'connect-busboy': 'upload', 'connect-multiparty': 'upload', multiparty: 'upload',
  formidable: 'upload', 'express-formidable': 'upload', 'graphql-upload': 'upload', 'multer-s3': 'upload', 'express-busboy': 'upload', 'async-busboy': 'upload',
  // session
  'express-session': 'session', 'cookie-session': 'session', 'client-sessions': 'session', 'koa-session': 'session', 'koa-generic-session': 'session', 'koa-redis-session': 'session', '@fastify/session': 'session', 'fastify-session': 'session',
  '@fastify/secure-session': 'session', 'iron-session': 'session', 'iron-session/express': 'session', 'connect-flash': 'session', 'express-flash': 'session', 'express-session-rsdb': 'session', 'connect-mongo': 'session', 'connect-redis': 'session', '@fastify/flash': 'session',
  // csrf
  csurf: 'csrf', 'csrf-csrf': 'csrf', 'csrf-sync': 'csrf', 'tiny-csrf': 'csrf', 'koa-csrf': 'csrf', '@fastify/csrf-protection': 'csrf', 'fastify-csrf': 'csrf', '@dr.pogodin/csurf': 'csrf', lusca: { csrf: 'csrf', '*': 'helmet', default: 'csrf' },
  // helmet
  helmet: 'helmet', 'koa-helmet': 'helmet', '@fastify/helmet': 'helmet', 'fastify-helmet': 'helmet', 'feature-policy': 'helmet', 'permissions-policy': 'helmet', 'express-enforces-ssl': 'helmet', 'express-sslify': 'helmet', 'helmet-csp': 'helmet',
  hsts: 'helmet', frameguard: 'helmet', nocache: 'helmet', 'x-xss-protection': 'helmet', 'dont-sniff-mimetype': 'helmet', 'hide-powered-by': 'helmet', 'ienoopen': 'helmet', 'referrer-policy': 'helmet', 'express-csp-header': 'helmet', 'koa-sslify': 'helmet', 'express-force-ssl': 'helmet',
  // compression
  compression: 'compression', 'koa-compress': 'compression', '@fastify/compress': 'compression', 'fastify-compress': 'compression', 'shrink-ray': 'compression', 'shrink-ray-current': 'compression', 'express-static-gzip': 'static', 'http-compression': 'compression',
  // logging
  morgan: 'logging', 'morgan-body': 'logging', 'pino-http': 'logging', 'express-pino-logger': 'logging', 'koa-pino-logger': 'logging', 'koa-logger': 'logging', 'koa-morgan': 'logging', 'express-winston': 'logging', 'winston-express': 'logging', 'express-bunyan-logger': 'logging',
  'bunyan-middleware': 'logging', 'express-request-id': 'logging', 'express-requests-logger': 'logging', 'response-time': 'logging', 'koa-response-time': 'logging', 'express-status-monitor': 'logging', 'express-prom-bundle': 'logging', 'prom-client': 'logging', 'express-actuator': 'logging',
  'prometheus-api-metrics': 'logging', 'express-prometheus-middleware': 'logging', 'fastify-metrics': 'logging', 'cls-rtracer': 'logging', 'express-http-context': 'logging', 'on-finished': 'logging', log4js: 'logging', 'errsole': 'logging', 'koa-requestid': 'logging', 'express-correlation-id': 'logging', 'newrelic': 'logging',
  'elastic-apm-node': 'logging', 'express-useragent': 'logging', 'express-device': 'logging', 'swagger-stats': 'logging', 'appmetrics-dash': 'logging', '@sentry/tracing': 'logging', 'applicationinsights': 'logging',
  // static
  'serve-static': 'static', 'serve-favicon': 'static', 'serve-index': 'static', 'koa-static': 'static', 'koa-send': 'static', 'koa-mount': 'other', 'koa-favicon': 'static', '@fastify/static': 'static', 'fastify-static': 'static', 'fastify-favicon': 'static', 'swagger-ui-express': 'static',
  'connect-history-api-fallback': 'static', 'sirv': 'static', 'st': 'static', 'ecstatic': 'static', 'less-middleware': 'static', 'node-sass-middleware': 'static', 'sass-middleware': 'static', 'stylus': 'static', 'webpack-dev-middleware': 'static', 'webpack-hot-middleware': 'static', 'koa2-swagger-ui': 'static',
  '@fastify/swagger-ui': 'static', 'redoc-express': 'static', '@scalar/express-api-reference': 'static', 'express-robots-txt': 'static', 'express-sitemap-xml': 'static', 'swagger-ui-dist': 'static',
  // error
  errorhandler: 'error', 'express-error-handler': 'error', 'koa-error': 'error', 'koa-json-error': 'error', 'koa-onerror': 'error', 'api-error-handler': 'error', 'http-errors': 'error', '@fastify/sensible': 'error', 'strong-error-handler': 'error', '@sentry/node': { requestHandler: 'logging', tracingHandler: 'logging', '*': 'error' },
  'express-async-errors': 'error', 'http-problem-details-express': 'error', 'express-problem-details': 'error', 'rollbar': 'error', 'raygun': 'error', '@bugsnag/plugin-express': 'error', '@airbrake/node': 'error',
  // other, listed so that a name is not guessed
  'i18next-http-middleware': 'other', 'i18next-express-middleware': 'other', i18n: 'other', 'express-device-detect': 'other', 'connect-timeout': 'other', 'express-timeout-handler': 'other', vhost: 'other', 'http-proxy-middleware': 'other', 'express-ejs-layouts': 'other',
  'express-partials': 'other', 'koa-views': 'other', 'koa-ejs': 'other', 'koa-conditional-get': 'other', 'koa-etag': 'other', '@fastify/etag': 'other', 'apicache': 'other', 'express-cache-controller': 'other', 'route-cache': 'other', 'express-redis-cache': 'other', 'express-ws': 'other',
  'graphql-http/lib/use/express': 'other', 'express-graphql': 'other', '@apollo/server/express4': 'other', '@as-integrations/express5': 'other', 'apollo-server-express': 'other', '@trpc/server/adapters/express': 'other', 'express-paginate': 'other', 'express-subdomain': 'other', 'wildcard-subdomains': 'other',
};

/** Kinds by a word of the middleware's own name: the last resort, for code that nobody could read. First match wins. */
export const middlewareNames: readonly (readonly [RegExp, MiddlewareType])[] = [
  [/(^|[^a-z])cors([^a-z]|$)/, 'cors'],
  [/rate.?limit|throttl|slow.?down|limiter/, 'rate-limit'],
  [/csrf|xsrf/, 'csrf'],
  [/helmet|security.?headers|frame.?guard|no.?sniff|(^|[^a-z])hsts([^a-z]|$)|content.?security|xss.?(filter|protection)|referrer.?policy/, 'helmet'],
  [/compress(ion)?([^a-z]|$)/, 'compression'],
  [/(^|[^a-z])(auth(enticat\w*|oriz\w*)?|is.?auth\w*|ensure.?auth\w*|require.?(auth\w*|login|user|admin|role\w*|permission\w*)|ensure.?logged.?in|is.?logged.?in|logged.?in|protect(ed)?|verify.?token|jwt|check.?(auth\w*|token|role\w*|permission\w*)|is.?admin|admin.?only|guard)([^a-z]|$)/, 'auth'],
  [/(^|[^a-z])(upload\w*|multer|multipart)([^a-z]|$)/, 'upload'],
  [/valid(at\w+|$|[^a-z])|sanitiz/, 'validation'],
  [/(^|[^a-z])(session\w*)([^a-z]|$)/, 'session'],
  [/body.?pars|json.?pars|url.?encoded|cookie.?pars|json.?parser/, 'parser'],
  [/error|not.?found/, 'error'],
  [/logg(er|ing)|morgan|access.?log|request.?log|request.?id/, 'logging'],
  [/(^|[^a-z])(serve.?static|static|favicon)([^a-z]|$)/, 'static'],
];
