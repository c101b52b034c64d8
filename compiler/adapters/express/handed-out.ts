import type { Call, Emit } from '@tool/scanner-sdk';
import { expressDiagnostics } from './diagnostics.js';
import { asRouting } from './routing-data.js';

/** Packages that are given applications or routers and register nothing on them, or whose result is mounted: test clients, servers, wrappers, views, monitors that only listen. */
const REGISTERS_NOTHING: ReadonlySet<string> = new Set([
  'supertest',
  'superagent',
  'chai',
  'chai-http',
  'light-my-request',
  'supertest-session',
  'pactum',
  'axiosist',
  'nock',
  'socket.io',
  'ws',
  'spdy',
  'http2-express-bridge',
  'serverless-http',
  '@vendia/serverless-express',
  '@codegenie/serverless-express',
  'aws-serverless-express',
  '@google-cloud/functions-framework',
  'firebase-functions',
  'greenlock-express',
  'letsencrypt-express',
  'http-terminator',
  'http-graceful-shutdown',
  'http-shutdown',
  'stoppable',
  'express-graceful-shutdown',
  '@godaddy/terminus',
  'lightship',
  'vhost',
  'express-vhost',
  'express-subdomain',
  'subdomain',
  'express-unless',
  'express-conditional-middleware',
  'nunjucks',
  'express-handlebars',
  'hbs',
  'express-hbs',
  'consolidate',
  'ejs',
  'ejs-locals',
  'ejs-mate',
  'twig',
  'swig',
  'pug',
  'express-react-views',
  'express-dot-engine',
  'express-expose',
  'express-state',
  'express-list-endpoints',
  'express-list-routes',
  'express-routes-catalogue',
  'express-print-routes',
  'express-ws',
  'express-async-errors',
  'express-async-await',
  '@sentry/node',
  '@sentry/integrations',
  'newrelic',
  'elastic-apm-node',
  'dd-trace',
  'applicationinsights',
  '@opentelemetry/instrumentation-express',
  'debug',
  'util',
  'events',
  'assert',
  'lodash',
  'clone',
  'q',
  'when',
  'rsvp',
  'deasync',
  'open',
  'portfinder',
  'detect-port',
  'pino',
  'winston',
  'chalk',
  'colors',
]);

/** A package that is not read is given an application or a router. It may register routes on it, so the loss is said. */
export function handedOut(call: Call, emit: Emit, module: string, receiver = call.receiver): void {
  const data = receiver.kind === 'object' ? asRouting(receiver.host?.data) : null;
  const name = module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/');
  if (!data || module.startsWith('node:') || REGISTERS_NOTHING.has(name) || REGISTERS_NOTHING.has(module)) return;
  const diagnostic = emit.report(expressDiagnostics, 'handed-to-package', { module, kind: data.application ? 'application' : 'router' });
  emit.opaque(data.router, { what: 'route', diagnostic });
}
