import type { HandlerId, MiddlewareId, Path, RouterId } from '@tool/ir';
import { packageRefusal } from './package-refusals.js';
import {
  concatText,
  handlerItems,
  isAbsent,
  splitHandlers,
  type Call,
  type Emit,
  type ObjectValue,
  type StatedContract,
  type Value,
} from '@tool/scanner-sdk';
import { contractOf, encodingOf } from './contract.js';
import { fastifyDiagnostics } from './diagnostics.js';
import { announcedHook, middlewareOf, nameDecorated } from './hooks.js';
import { REQUEST_HOOKS, instanceData, type InstanceData, type RequestHook } from './instance-data.js';
import { observationOfHook, observeError, observeHandler, type Refusals } from './observe.js';
import { isGlued } from './paths.js';
import { refusalsOf } from './validation.js';

export interface RouteDeclaration {
  /** A text, a list of texts, or `ALL`. */
  readonly method: Value;
  readonly url: Value;
  readonly handler: Value;
  /** The options of the route; null when it was written without any. */
  readonly options: Value | null;
}

interface Link {
  readonly middleware: MiddlewareId;
  readonly conditional?: boolean;
  readonly phase: `hook:${RequestHook}`;
}

/** `instance.route({method, url, handler, …})`. */
export function routeFromOptions(call: Call, emit: Emit, instance: ObjectValue, options: Value): void {
  emit.branch(options, (alternative) => {
    if (isAbsent(alternative)) return;
    const data = instanceData(instance)!;
    if (alternative.kind !== 'object') {
      const diagnostic = emit.report(fastifyDiagnostics, 'unknown-route-options', {
        why: alternative.kind === 'unknown' ? alternative.why : 'they are no object',
      });
      emit.opaque(data.router, { what: 'route', diagnostic });
      return;
    }
    const url = call.get(alternative, 'url');
    declareRoute(call, emit, instance, {
      method: call.get(alternative, 'method'),
      url: call.isUndefined(url) ? emptyWhenMissing(call, call.get(alternative, 'path')) : url,
      handler: call.get(alternative, 'handler'),
      options: alternative,
    });
  });
}

const emptyWhenMissing = (call: Call, value: Value): Value => (call.isUndefined(value) ? call.const('') : value);

/** `instance.get(url, options?, handler)` and the like. */
export function shorthand(call: Call, emit: Emit, instance: ObjectValue, method: string): void {
  const [url, second, third] = call.args;
  if (!url) return;
  const isOptions = second !== undefined && (third !== undefined || (second.kind === 'object' && !call.isFunction(second)));
  const options = isOptions ? second : null;
  const handler = third ?? (options ? call.get(options, 'handler') : (second ?? call.const(undefined)));
  declareRoute(call, emit, instance, { method: call.const(method), url, handler, options });
}

function declareRoute(call: Call, emit: Emit, instance: ObjectValue, given: RouteDeclaration): void {
  const data = instanceData(instance)!;
  const route = data.onRoute.length > 0 ? announced(call, instance, data, given) : given;
  const what = `${call.describe(route.method)} ${call.describe(route.url)}`;
  const links = linksOf(call, emit, data, route);
  const contract = contractOf(call, data, route.options);
  const handler = handlerOf(
    call,
    emit,
    instance,
    route.handler,
    what,
    contract?.refinements.some(({ source }) => source === 'schema')
      ? (inner, seen) => refusalsOf(inner, seen, data, route.options, contract)
      : null,
    route.options?.kind === 'object'
      ? each(call, call.get(route.options, 'preSerialization')).flatMap((fn) => (call.isFunction(fn) ? [{ fn, instance }] : []))
      : [],
    encodingOf(call, route.options),
  );
  eachText(call, emit, route.method, (method) => {
    const text = call.text(method);
    const constrained = route.options?.kind === 'object' && !call.isUndefined(call.get(route.options, 'constraints'));
    eachText(call, emit, route.url, (url) => {
      if (text === null) {
        const diagnostic = emit.report(fastifyDiagnostics, 'dynamic-method', {});
        emit.opaque(data.router, { what: 'route', diagnostic, path: emit.path(url, 'find-my-way') });
        return;
      }
      if (isSameEndpoint(data, text.toUpperCase(), call.text(url), constrained)) return;
      emitRoute(call, emit, catching(call, emit, instance, route.options), text.toUpperCase(), url, links, handler, contract);
    });
  });
}

/** Where a route is emitted that has an `errorHandler` of its own: in a plugin of its own, which has it. */
function catching(call: Call, emit: Emit, instance: ObjectValue, options: Value | null): InstanceData {
  const data = instanceData(instance)!;
  const fn = options?.kind === 'object' ? call.get(options, 'errorHandler') : null;
  if (!fn || !call.isFunction(fn)) return data;
  const router = emit.router({ framework: 'fastify', syntax: 'find-my-way', caseSensitive: data.caseSensitive, strict: data.strict });
  emit.mount(data.router, { path: emit.path('/', 'find-my-way'), target: router, scope: 'encapsulate' });
  useErrorHandler(emit, router, instance, fn);
  return { ...data, router, parent: data, hooks: [] };
}

/** Errors of the routes of a router are given to the function. */
export function useErrorHandler(emit: Emit, router: RouterId, instance: ObjectValue, fn: Value): void {
  const data = instanceData(instance)!;
  emit.use(router, {
    path: emit.path('/', 'find-my-way'),
    middleware: emit.middleware(fn, {
      otherwise: 'errorHandler',
      type: 'error',
      observeError: observeError(instance, data, fn, data.router === router ? data.parent : data),
    }),
    phase: 'error',
  });
}

/** Routes that differ by a last slash or by their constraints alone are one endpoint: the one that was registered first. */
function isSameEndpoint(data: InstanceData, method: string, url: string | null, constrained: boolean): boolean {
  if (url === null) return false;
  const key = `${method} ${url.replace(/\/$/, '')}`;
  const first = data.routes.get(key);
  if (first === undefined) {
    data.routes.set(key, url);
    return false;
  }
  return constrained || first !== url;
}

/** `onRoute` listeners get the options of the route and may change them. */
function announced(call: Call, instance: ObjectValue, data: InstanceData, given: RouteDeclaration): RouteDeclaration {
  const own = given.options ? call.entries(given.options) : [];
  if (own === null) return given;
  const record = call.record({
    ...Object.fromEntries(own),
    method: given.method,
    url: concatText(data.prefix, given.url),
    path: concatText(data.prefix, given.url),
    routePath: given.url,
    prefix: data.prefix,
    handler: given.handler,
  });
  const before = new Set(REQUEST_HOOKS.flatMap((hook) => each(call, call.get(record, hook))));
  for (const listener of [...data.onRoute]) call.invoke(listener, [record], instance);
  // What a listener makes is called by its own name, not by the listener's.
  for (const hook of REQUEST_HOOKS)
    for (const value of each(call, call.get(record, hook)))
      if (!before.has(value) && call.describe(value) !== '') nameDecorated(call, value, '');
  return { method: call.get(record, 'method'), url: given.url, handler: call.get(record, 'handler'), options: record };
}

const each = (call: Call, value: Value): readonly Value[] => (value.kind === 'object' ? call.elements(value) : null) ?? [value];

function handlerOf(
  call: Call,
  emit: Emit,
  instance: ObjectValue,
  value: Value,
  what: string,
  validation: Refusals,
  serializing: InstanceData['serializing'],
  encoding: string | null,
): HandlerId {
  const split = splitHandlers(
    handlerItems(call, [value], {
      onMissing: (missing) => {
        emit.report(fastifyDiagnostics, 'missing-handler', { what, value: call.describe(missing) });
      },
    }),
  );
  const data = instanceData(instance);
  const fn = split?.handler;
  if (!fn || !data || !call.isFunction(fn)) return emit.handler(fn ?? call.unknown('a handler that the scan cannot see'));
  // Behind a validation and in front of hooks of its own it is another handler than elsewhere: what is answered is not the same.
  const own =
    (validation || serializing.length > 0 || encoding !== null) && fn.kind === 'object'
      ? call.invoke(call.get(fn, 'bind'), [call.const(undefined)], fn)
      : fn;
  return emit.handler(own, { observe: observeHandler(instance, data, fn, validation, serializing, encoding) });
}

/** The route's own hooks in the order of a request's life, each with what plugins put behind it. */
function linksOf(call: Call, emit: Emit, data: InstanceData, { options, method }: RouteDeclaration): readonly Link[] {
  const text = call.text(method)?.toUpperCase() ?? null;
  return REQUEST_HOOKS.flatMap((hook): Link[] => {
    const behind = data.announced.flatMap((each): Link[] => {
      const middleware = each.hook === hook ? announcedHook(call, emit, each, options, text) : null;
      return middleware === null ? [] : [{ middleware, phase: `hook:${hook}` }];
    });
    return [...(options?.kind === 'object' ? ownLinks(call, emit, data, options, hook) : []), ...behind];
  });
}

function ownLinks(call: Call, emit: Emit, data: InstanceData, options: ObjectValue, hook: RequestHook): readonly Link[] {
  const limit = call.get(call.get(options, 'config'), 'rateLimit');
  const value = call.get(options, hook);
  const open = value.kind === 'unknown' && value.provenance === null && call.isOpen(options);
  const items =
    (value.kind === 'const' && value.value == null) || open
      ? []
      : handlerItems(call, [value], {
          inFront: true,
          onOpenList: () => {
            emit.report(fastifyDiagnostics, 'open-list', {});
          },
        });
  const links = items.map((item): Link => ({
    middleware: middlewareOf(
      emit,
      item.value,
      hook,
      call.isFunction(item.value) ? observationOfHook(call, data, item.value, hook) : undefined,
    ),
    ...(item.conditional && { conditional: true }),
    phase: `hook:${hook}`,
  }));
  // Nobody saw who registers the limiter: the route asks for one all the same.
  if (hook === 'onRequest' && limit.kind === 'object' && !LIMITERS.some((name) => data.boot.registered.has(name))) {
    const limiter = call.unknown('the rate limit of a route', { module: '@fastify/rate-limit', path: 'default()', args: [limit] });
    links.push({
      middleware: emit.middleware(limiter, {
        name: 'rateLimit',
        type: 'rate-limit',
        ...packageRefusal('@fastify/rate-limit', 'rateLimit', limit),
      }),
      phase: 'hook:onRequest',
    });
  }
  return links;
}

const LIMITERS = ['@fastify/rate-limit', 'fastify-rate-limit'];

/** Each text of a list of texts, each alternative under its own arm. */
function eachText(call: Call, emit: Emit, value: Value, run: (text: Value) => void): void {
  const elements = value.kind === 'object' && !call.pattern(value) ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) eachText(call, emit, element, run);
    if (call.isOpen(value)) emit.report(fastifyDiagnostics, 'open-list', {});
    return;
  }
  emit.branch(value, (alternative) => {
    if (!isAbsent(alternative)) run(alternative);
  });
}

function emitRoute(
  call: Call,
  emit: Emit,
  data: InstanceData,
  method: string,
  url: Value,
  links: readonly Link[],
  handler: HandlerId,
  contract: StatedContract | undefined,
): void {
  if (!isGlued(data.prefix, url)) {
    emit.route(data.router, { method, path: emit.path(url, 'find-my-way'), chain: links, handler, ...(contract && { contract }) });
    return;
  }
  // No mount has a path that ends inside a segment: the route is written from the root, with the hooks of the instances between, when all are known.
  const full = concatText(data.prefix, url);
  emit.report(fastifyDiagnostics, 'glued-path', {
    path: call.describe(url),
    prefix: call.describe(data.prefix),
    full: call.describe(full),
  });
  let done = false;
  emit.atEnd(() => {
    if (!done) {
      done = true;
      emitFromRoot(emit, data, method, full, links, handler, contract);
    }
  });
}

function emitFromRoot(
  emit: Emit,
  data: InstanceData,
  method: string,
  full: Value,
  links: readonly Link[],
  handler: HandlerId,
  contract: StatedContract | undefined,
): void {
  const between: InstanceData[] = [];
  let root = data;
  for (; root.parent; root = root.parent) between.unshift(root);
  const inherited = between.flatMap((each) =>
    each.hooks.map((hook): Link => ({ middleware: hook.middleware, phase: `hook:${hook.hook}` })),
  );
  const rank = (link: Link): number => REQUEST_HOOKS.indexOf(link.phase.slice('hook:'.length) as RequestHook);
  const router = emit.router({ framework: 'fastify', syntax: 'find-my-way', caseSensitive: data.caseSensitive, strict: data.strict });
  const at: Path = emit.path('/', 'find-my-way');
  emit.mount(root.router, { path: at, target: router, scope: 'inherit' });
  emit.route(router, {
    method,
    path: emit.path(full, 'find-my-way'),
    chain: [...inherited, ...links].sort((a, b) => rank(a) - rank(b)),
    handler,
    ...(contract && { contract }),
  });
}
