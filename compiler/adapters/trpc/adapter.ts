import type { RouterId } from '@tool/ir';
import {
  defineAdapter,
  defineHostType,
  mapText,
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
import { sameFor, type MadeContext } from './context.js';
import { registerRest, restRouteOf } from './openapi.js';
import { errorClass, observeMiddleware, observeProcedure } from './serve.js';

const SYNTAX = 'path-to-regexp@8';
interface Endpoint {
  readonly router: RouterId;
  /** Makes another router of the same: the first is of no use where a request is served. */
  readonly again?: (emit: Emit) => RouterId | null;
  /** What is cut off the whole address. */
  readonly endpoint?: string | null;
}
/** What answers with the procedures of a router, for any server: `routerOf` of the contract finds it. */
const endpointType: HostType<Endpoint> = defineHostType<Endpoint>({
  name: 'TrpcMiddleware',
  methods: {},
  // A handler of the program answers with it: `(request, response) => createOpenApiHttpHandler({ router })(request, response)`.
  call: (call) => {
    const data = call.data(call.receiver, endpointType);
    if (data?.again) call.handsOver?.({ below: data.endpoint ?? null, router: data.router, register: data.again });
  },
  // Below which path it answers, wherever it is registered.
  missing: (call, key) => (key === 'endpoint' ? call.const(call.data(call.receiver, endpointType)?.endpoint ?? undefined) : undefined),
});
const MAX_DEPTH = 12;

/** One endpoint: `GET /posts.list` or `POST /posts.add`. */
function registerProcedure(router: RouterId, name: string, procedure: Procedure, made: MadeContext | null): void {
  const { caller, kind, resolver, middlewares, meta } = procedure;
  const on = sameFor(caller, 'procedures', meta, made);
  const run: Transfer = (_at, from) => {
    const chain = middlewares.map((fn) => from.middleware(fn, { observe: observeMiddleware(fn, procedure, made), on }));
    from.route(router, {
      method: kind === 'mutation' ? 'POST' : 'GET',
      path: from.path(`/${name}`, SYNTAX),
      chain,
      handler: from.handler(resolver, { name, observe: observeProcedure(procedure, made), ...(made && { on: made.create }) }),
    });
  };
  caller.invoke(caller.fn(name, run), []);
}

/** A procedure by its name in all routers. */
type Register = (name: string, procedure: Procedure) => void;

function register(call: Call, emit: Emit, value: Value, prefix: string, each: Register, depth = 0): void {
  for (const [name, member] of membersOf(call, value)) {
    const procedure = call.data(member, procedureType);
    const path = `${prefix}${name}`;
    if (procedure) each(path, procedure);
    else if (depth < MAX_DEPTH && (call.data(member, routerType) || (member.kind === 'object' && !member.host && !call.isFunction(member))))
      register(call, emit, member, `${path}.`, each, depth + 1);
    else emit.report(trpcDiagnostics, 'unknown-procedure', { name: path });
  }
}

/** How procedures are served: by their names, or where their metadata says. */
type Form = 'procedures' | 'rest';

/** The router of the IR with the procedures that `{ router, createContext }` names; null, with a diagnostic, when they are not known. */
function served(
  call: Call,
  emit: Emit,
  options: Value | undefined,
  by: MadeContext['by'] = 'node',
  form: Form = 'procedures',
): RouterId | null {
  const router = options?.kind === 'object' ? call.get(options, 'router') : call.const(undefined);
  if (!call.data(router, routerType)) {
    emit.report(trpcDiagnostics, 'unknown-router', { value: call.describe(router) || 'a value' });
    return null;
  }
  const create = call.get(options!, 'createContext');
  const id = emit.router({ framework: 'trpc', syntax: SYNTAX });
  const made = call.isFunction(create) ? { create, by } : null;
  register(call, emit, router, '', (name, procedure) => {
    if (form === 'procedures') {
      registerProcedure(id, name, procedure, made);
      return;
    }
    const route = restRouteOf(call, procedure);
    if (route) registerRest(id, SYNTAX, name, procedure, made, route);
    else if (route === undefined) emit.report(trpcDiagnostics, 'unknown-rest-route', { name });
  });
  return id;
}

const unknownEndpoint = (call: Call, module: string, path: string): Value => call.unknown('what answers with procedures', { module, path });

/** `createExpressMiddleware({ router, createContext })` and its relatives. */
const middleware =
  (module: string, name: string, by: MadeContext['by'] = 'node', form: Form = 'procedures'): Transfer =>
  (call, emit) => {
    const again = (to: Emit): RouterId | null => served(call, to, call.args[0], by, form);
    const router = again(emit);
    if (router === null) return unknownEndpoint(call, module, `${name}()`);
    return call.host(endpointType, { router, again, endpoint: by === 'hono' ? call.text(call.get(call.args[0]!, 'endpoint')) : null });
  };

/** `fetchRequestHandler({ endpoint, router, req, createContext })` and its relatives: a handler hands its request to the procedures. */
const handing =
  (module: string, name: string, form: Form = 'procedures'): Transfer =>
  (call) => {
    const [options] = call.args;
    const endpoint = options?.kind === 'object' ? call.text(call.get(options, 'endpoint')) : null;
    call.handsOver?.({ below: endpoint, register: (emit) => served(call, emit, options, 'hono', form) });
    const answer = call.unknown('what procedures answer', { module, path: `${name}()` });
    return call.promise?.(answer) ?? answer;
  };

/** `register(fastifyTRPCPlugin, { prefix, trpcOptions })`: the procedures are routes of the instance. */
const plugin: Transfer = (call, emit) => {
  const [instance, options] = call.args;
  const own = instance ? routerOf(instance) : null;
  const router = served(call, emit, options?.kind === 'object' ? call.get(options, 'trpcOptions') : undefined);
  if (own !== null && router !== null) emit.mount(own, { path: emit.path('/', SYNTAX), target: router, scope: 'inherit' });
};

/** `register(fastifyTRPCOpenApiPlugin, { basePath, router, createContext })`. */
const restPlugin: Transfer = (call, emit) => {
  const [instance, options] = call.args;
  const own = instance ? routerOf(instance) : null;
  const router = served(call, emit, options, 'node', 'rest');
  if (own === null || router === null) return;
  const base = call.get(options!, 'basePath');
  const path = call.isUndefined(base) ? '/' : mapText(base, (text) => `/${text.replace(/^\/|\/$/g, '')}`);
  emit.mount(own, { path: emit.path(path, SYNTAX), target: router, scope: 'inherit' });
};

/** trpc-to-openapi and what it has been made of. */
const restModule =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, {
      ...Object.fromEntries(
        ['createOpenApiExpressMiddleware', 'createOpenApiHttpHandler', 'createOpenApiNodeHttpHandler', 'createOpenApiKoaMiddleware'].map(
          (name) => [name, realm.fn(name, middleware(module, name, 'node', 'rest'))],
        ),
      ),
      createOpenApiFetchHandler: realm.fn('createOpenApiFetchHandler', handing(module, 'createOpenApiFetchHandler', 'rest')),
      fastifyTRPCOpenApiPlugin: realm.fn('fastifyTRPCOpenApiPlugin', restPlugin),
    });

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
  packages: ['@trpc/server', '@hono/trpc-server', 'trpc-koa-adapter', 'trpc-to-openapi', 'trpc-openapi'],
  answers: ['@trpc/server', '@hono/trpc-server', 'trpc-to-openapi', 'trpc-openapi'],
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
    '@trpc/server/adapters/fetch': one(
      '@trpc/server/adapters/fetch',
      'fetchRequestHandler',
      handing('@trpc/server/adapters/fetch', 'fetchRequestHandler'),
    ),
    '@trpc/server/adapters/fastify': one('@trpc/server/adapters/fastify', 'fastifyTRPCPlugin', plugin),
    '@hono/trpc-server': one('@hono/trpc-server', 'trpcServer', middleware('@hono/trpc-server', 'trpcServer', 'hono')),
    '@trpc/server/adapters/standalone': (realm) =>
      openModule(realm, '@trpc/server/adapters/standalone', {
        createHTTPServer: realm.fn('createHTTPServer', standalone(true)),
        createHTTPHandler: realm.fn('createHTTPHandler', standalone(false)),
      }),
    'trpc-to-openapi': restModule('trpc-to-openapi'),
    'trpc-openapi': restModule('trpc-openapi'),
    'trpc-koa-adapter': one('trpc-koa-adapter', 'createKoaMiddleware', middleware('trpc-koa-adapter', 'createKoaMiddleware')),
  },
  diagnostics: trpcDiagnostics,
});
