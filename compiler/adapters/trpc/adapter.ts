import type { RouterId } from '@tool/ir';
import {
  defineAdapter,
  defineHostType,
  openModule,
  routerOf,
  type Call,
  type Emit,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { trpcDiagnostics } from './diagnostics.js';
import { initialiser, membersOf, procedureType, routerType, type Procedure } from './procedures.js';
import type { MadeContext } from './context.js';
import { errorClass, observeMiddleware, observeProcedure } from './serve.js';

const SYNTAX = 'path-to-regexp@8';
/** What answers with the procedures of a router, for any server: `routerOf` of the contract finds it. */
const endpointType: HostType<{ readonly router: RouterId }> = defineHostType<{ readonly router: RouterId }>({
  name: 'TrpcMiddleware',
  methods: {},
  call: () => undefined,
});
const MAX_DEPTH = 12;

/** One endpoint: `GET /posts.list` or `POST /posts.add`. */
function registerProcedure(router: RouterId, name: string, procedure: Procedure, made: MadeContext | null): void {
  const { caller, kind, resolver, middlewares, meta } = procedure;
  const on = meta.kind === 'object' ? { on: meta } : {};
  const run: Transfer = (_at, from) => {
    const chain = middlewares.map((fn) => from.middleware(fn, { observe: observeMiddleware(fn, procedure, made), ...on }));
    from.route(router, {
      method: kind === 'mutation' ? 'POST' : 'GET',
      path: from.path(`/${name}`, SYNTAX),
      chain,
      handler: from.handler(resolver, { name, observe: observeProcedure(procedure, made) }),
    });
  };
  caller.invoke(caller.fn(name, run), []);
}

function register(call: Call, emit: Emit, router: RouterId, value: Value, prefix: string, made: MadeContext | null, depth = 0): void {
  for (const [name, member] of membersOf(call, value)) {
    const procedure = call.data(member, procedureType);
    const path = `${prefix}${name}`;
    if (procedure) registerProcedure(router, path, procedure, made);
    else if (depth < MAX_DEPTH && (call.data(member, routerType) || (member.kind === 'object' && !member.host && !call.isFunction(member))))
      register(call, emit, router, member, `${path}.`, made, depth + 1);
    else emit.report(trpcDiagnostics, 'unknown-procedure', { name: path });
  }
}

/** The router of the IR with the procedures that `{ router, createContext }` names; null, with a diagnostic, when they are not known. */
function served(call: Call, emit: Emit, options: Value | undefined, by: MadeContext['by'] = 'node'): RouterId | null {
  const router = options?.kind === 'object' ? call.get(options, 'router') : call.const(undefined);
  if (!call.data(router, routerType)) {
    emit.report(trpcDiagnostics, 'unknown-router', { value: call.describe(router) || 'a value' });
    return null;
  }
  const create = call.get(options!, 'createContext');
  const id = emit.router({ framework: 'trpc', syntax: SYNTAX });
  register(call, emit, id, router, '', call.isFunction(create) ? { create, by } : null);
  return id;
}

const unknownEndpoint = (call: Call, module: string, path: string): Value => call.unknown('what answers with procedures', { module, path });

/** `createExpressMiddleware({ router, createContext })` and its relatives. */
const middleware =
  (module: string, name: string, by: MadeContext['by'] = 'node'): Transfer =>
  (call, emit) => {
    const router = served(call, emit, call.args[0], by);
    return router === null ? unknownEndpoint(call, module, `${name}()`) : call.host(endpointType, { router });
  };

/** `register(fastifyTRPCPlugin, { prefix, trpcOptions })`: the procedures are routes of the instance. */
const plugin: Transfer = (call, emit) => {
  const [instance, options] = call.args;
  const own = instance ? routerOf(instance) : null;
  const router = served(call, emit, options?.kind === 'object' ? call.get(options, 'trpcOptions') : undefined);
  if (own !== null && router !== null) emit.mount(own, { path: emit.path('/', SYNTAX), target: router, scope: 'inherit' });
};

/** `createHTTPServer({ router, basePath })`: a server of its own. */
const standalone =
  (listens: boolean): Transfer =>
  (call, emit) => {
    const [options] = call.args;
    const inner = served(call, emit, options);
    if (inner === null) return unknownEndpoint(call, '@trpc/server/adapters/standalone', 'createHTTPServer()');
    const base = options?.kind === 'object' ? call.text(call.get(options, 'basePath')) : null;
    const router = emit.router({ framework: 'trpc', syntax: SYNTAX, application: true });
    emit.mount(router, {
      path: emit.path(base === null ? '/' : `/${base.replace(/^\/|\/$/g, '')}`, SYNTAX),
      target: inner,
      scope: 'inherit',
    });
    const handler = call.host(endpointType, { router });
    if (!listens) return handler;
    const http = call.module?.('http');
    return http ? call.invoke(call.get(http, 'createServer'), [handler]) : handler;
  };

/** `initTRPC`: what it is called with comes from the program. */
const initType = defineHostType<null>({
  name: 'TrpcInitialiser',
  methods: { create: (call) => method(call, 'create'), context: (call) => method(call, 'context'), meta: (call) => method(call, 'meta') },
});
const method = (call: Call, name: string): Value => {
  const made = initialiser(call);
  return call.invoke(call.get(made, name), call.args, made);
};

const one =
  (module: string, name: string, transfer: Transfer): ModuleModel =>
  (realm) =>
    openModule(realm, module, { [name]: realm.fn(name, transfer) });

export const trpcAdapter = defineAdapter({
  id: 'trpc',
  title: 'tRPC 10 and 11 on Express, Fastify, Koa, Hono and by itself',
  apiVersion: 1,
  packages: ['@trpc/server', '@hono/trpc-server', 'trpc-koa-adapter'],
  modules: {
    '@trpc/server': (realm) =>
      openModule(realm, '@trpc/server', {
        initTRPC: realm.host(initType, null),
        TRPCError: errorClass(realm),
      }),
    '@trpc/server/adapters/express': one(
      '@trpc/server/adapters/express',
      'createExpressMiddleware',
      middleware('@trpc/server/adapters/express', 'createExpressMiddleware'),
    ),
    '@trpc/server/adapters/fastify': one('@trpc/server/adapters/fastify', 'fastifyTRPCPlugin', plugin),
    '@hono/trpc-server': one('@hono/trpc-server', 'trpcServer', middleware('@hono/trpc-server', 'trpcServer', 'hono')),
    '@trpc/server/adapters/standalone': (realm) =>
      openModule(realm, '@trpc/server/adapters/standalone', {
        createHTTPServer: realm.fn('createHTTPServer', standalone(true)),
        createHTTPHandler: realm.fn('createHTTPHandler', standalone(false)),
      }),
    'trpc-koa-adapter': one('trpc-koa-adapter', 'createKoaMiddleware', middleware('trpc-koa-adapter', 'createKoaMiddleware')),
  },
  diagnostics: trpcDiagnostics,
});
