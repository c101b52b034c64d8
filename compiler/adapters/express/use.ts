import { handedFunctions, isAbsent, routerOf, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import type { RouterId } from '@tool/ir';
import { classifyFirst, eachPath, rulesOf } from './arguments.js';
import { textOf } from './covered-paths.js';
import { handsOn } from './delegated.js';
import { answersQueries, givesMiddlewares, isMiddlewarePackage } from './middleware-packages.js';
import { observation } from './observe.js';
import { AT_MOUNT } from './openapi-operations.js';
import { hasBehaviour } from './package-behaviours.js';
import { expressDiagnostics } from './diagnostics.js';
import { registerRoute } from './register-route.js';
import { asRouting, type RoutingData } from './routing-data.js';

const reason = (value: Value): string =>
  value.kind === 'unknown'
    ? value.why
    : value.kind === 'const'
      ? 'it is undefined as far as the scan can see'
      : 'it is a list of which nothing is known';

/** `app.use` and `router.use`: path optional, then handlers, routers, applications and nested lists of them. */
export function use(call: Call, emit: Emit, data: RoutingData): void {
  const [first, ...rest] = call.args;
  if (!first) return;
  data.state.used = true;
  if (call.args.length === 1) {
    registerAll(call, emit, data, null, first);
    return;
  }
  const withFirst = (value: Value): void => {
    switch (classifyFirst(call, value)) {
      case 'path':
        for (const handler of rest) registerAll(call, emit, data, value, handler);
        return;
      case 'handler':
        for (const handler of [value, ...rest]) registerAll(call, emit, data, null, handler);
        return;
      case 'mixed':
        emit.branch(value, (alternative) => {
          if (!isAbsent(alternative)) withFirst(alternative);
        });
        return;
      case 'ambiguous': {
        const diagnostic = emit.report(expressDiagnostics, 'dynamic-mount-path', {
          value: call.describe(value) || 'a value',
          why: reason(value),
        });
        for (const handler of rest) opaque(call, emit, data, handler, diagnostic);
      }
    }
  };
  withFirst(first);
}

function opaque(call: Call, emit: Emit, data: RoutingData, value: Value, diagnostic: Parameters<Emit['opaque']>[1]['diagnostic']): void {
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) opaque(call, emit, data, element, diagnostic);
    return;
  }
  emit.branch(value, (alternative) => {
    if (isAbsent(alternative)) return;
    const targets = routersIn(alternative, data);
    if (targets.length === 0) emit.opaque(data.router, { what: 'use', diagnostic });
    for (const target of targets) emit.opaque(data.router, { what: 'mount', diagnostic, target });
  });
}

function routersIn(value: Value, data: RoutingData): readonly RouterId[] {
  const own = routerOf(value);
  if (own !== null) return [own];
  if (value.kind !== 'unknown') return [];
  const carried = value.carries.map(routerOf).filter((router): router is RouterId => router !== null && router !== data.router);
  return [...new Set(carried)];
}

/** Registers one handler argument under the path (null: none given). */
function registerAll(call: Call, emit: Emit, data: RoutingData, path: Value | null, value: Value): void {
  if (isAbsent(value)) return;
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) registerAll(call, emit, data, path, element);
    if (call.isOpen(value)) emit.report(expressDiagnostics, 'open-list', {});
    return;
  }
  if (value.kind === 'oneOf') {
    emit.branch(value, (alternative) => {
      // Only a program that never gets here passes nothing: the alternative registers nothing.
      if (alternative.kind === 'const' && !alternative.value) return;
      registerAll(call, emit, data, path, alternative);
    });
    return;
  }
  const handed = handedFunctions(call, value, false, rulesOf(call));
  for (const each of handed.length > 0 ? handed : [value]) register(call, emit, data, path, each);
}

function register(call: Call, emit: Emit, data: RoutingData, path: Value | null, value: Value): void {
  const pathValue = path ?? call.const('/');
  if (value.kind === 'object') {
    const target = routerOf(value);
    if (target !== null) {
      // `app.use(app.router)` of the first versions: an application's own router is there anyway.
      if (target === data.router && path === null) return;
      const child = asRouting(value.host?.data);
      eachPath(call, emit, data, pathValue, (at) => {
        data.state.mounts.push({ at: textOf(at), state: child?.state ?? null });
        emit.mount(data.router, { path: at, target, scope: 'inherit' });
      });
      if (child?.application) mounted(call, value, pathValue);
      return;
    }
    const atMount = call.get(value, AT_MOUNT);
    if (!call.isUndefined(atMount)) {
      emit.branch(pathValue, (at) => {
        if (!isAbsent(at)) register(call, emit, data, at, call.invoke(atMount, [at]));
      });
      return;
    }
    if (call.isFunction(value)) {
      const middleware = emit.middleware(value, observation(call, value));
      const phase = call.arity(value) === 4 ? { phase: 'error' as const } : {};
      eachPath(call, emit, data, pathValue, (at) => {
        if (!phase.phase && textOf(at) === '/') data.state.middlewares.push(value);
        emit.use(data.router, { path: at, middleware, ...phase });
      });
      handsOn(call, emit, data, pathValue, value);
      return;
    }
    if (call.isOpen(value)) {
      emit.report(expressDiagnostics, 'unknown-middleware', {
        value: call.describe(value) || 'an object',
        why: 'only a part of it is known',
      });
      const middleware = emit.middleware(value);
      eachPath(call, emit, data, pathValue, (at) => emit.use(data.router, { path: at, middleware }));
      return;
    }
    const diagnostic = emit.report(expressDiagnostics, 'not-a-function', { value: call.describe(value) || 'an object' });
    emit.opaque(data.router, { what: 'use', diagnostic });
    return;
  }
  if (value.kind === 'unknown') {
    const carried = routersIn(value, data);
    if (carried.length > 0) {
      const approximate = emit.report(expressDiagnostics, 'approximate-mount', { value: call.describe(value) || 'a value' });
      for (const target of carried)
        eachPath(call, emit, data, pathValue, (at) => emit.mount(data.router, { path: at, target, scope: 'inherit', approximate }));
      return;
    }
    if (path !== null && value.provenance && answersQueries(value.provenance)) {
      for (const method of ['GET', 'POST']) registerRoute(call, emit, data, method, pathValue, [{ value, conditional: false, group: -1 }]);
      return;
    }
    // A package's handler is what it is; anything else may hide a router.
    if (!value.provenance)
      emit.report(expressDiagnostics, 'unknown-middleware', {
        value: value.provenance ? call.describe(value) : 'its argument',
        why: value.why,
      });
    // At a path of its own stands what answers there, and who gets a description answers by it; of packages whose results only look at requests it is known.
    else if (
      !isMiddlewarePackage(value.provenance) &&
      !givesMiddlewares(value.provenance.module) &&
      !hasBehaviour(value.provenance.module)
    ) {
      const { module, args } = value.provenance;
      const description = args?.map((each) => call.text(each)).find((text) => text !== null && /\.(?:ya?ml|json)$/.test(text));
      const isBelow = path !== null && call.text(path) !== '/';
      const how = isBelow ? 'at a path of its own' : `with ${description?.split('/').pop()}`;
      if (isBelow || description) emit.report(expressDiagnostics, 'mounted-package', { module, how });
    }
  } else emit.report(expressDiagnostics, 'missing-handler', { what: 'use()', value: call.describe(value) });
  const known = value.kind === 'unknown' ? value : call.unknown('a middleware that the scan cannot see');
  const middleware = emit.middleware(known, observation(call, known));
  const errors = known.kind === 'unknown' && known.provenance !== null && isErrorHandler(known.provenance.module, known.provenance.path);
  eachPath(call, emit, data, pathValue, (at) => {
    if (!errors && textOf(at) === '/') data.state.middlewares.push(known);
    emit.use(data.router, { path: at, middleware, ...(errors && { phase: 'error' as const }) });
  });
}

/** Package handlers that take an error as their first of four parameters. */
const isErrorHandler = (module: string, path: string): boolean =>
  (module === 'celebrate' && path === 'errors()') ||
  (module === 'errorhandler' && path.endsWith('()')) ||
  /(^|\.)errorHandler\(\)$|(^|\.)errorLogger\(\)$/.test(path);

/** A mounted application knows its parent and its path, inherits its settings and hears of it. */
function mounted(call: Call, child: Value, path: Value): void {
  call.set(child, 'mountpath', path);
  call.set(child, 'parent', call.receiver);
  const events = call.get(child, '_events');
  if (events.kind !== 'object') return;
  for (const listener of call.elements(call.get(events, 'mount')) ?? []) call.invoke(listener, [call.receiver], child);
}
