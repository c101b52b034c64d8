import type { Path, PathSyntax, RouterId } from '@tool/ir';
import {
  concatText,
  handedFunctions,
  handlerItems,
  isAbsent,
  routerOf,
  splitHandlers,
  type Call,
  type Emit,
  type ObjectValue,
  type Value,
} from '@tool/scanner-sdk';
import { koaDiagnostics } from './diagnostics.js';
import { observation, type Between } from './serve.js';
import { leaveCopy, type ApplicationState, type RouterData } from './routing-data.js';
import { asApplication, asRouter, compositionType, dispatchType, mountedType, singleRouteType } from './values.js';

/** Where middleware is registered: the router of the IR and the path in front, null for none. */
export interface Target {
  readonly router: RouterId;
  readonly path: Value | null;
  readonly syntax: PathSyntax;
  /** Takes the middlewares that run for everything there; null: what is registered here runs for some paths only. */
  readonly around: Value[] | null;
  /** The application, where it is one. */
  readonly application?: ApplicationState;
  /** What a request has passed there. */
  readonly between: Between;
}

/** What handlers take. */
export const CONTEXT = { context: true } as const;

const pathOf = (emit: Emit, target: Target): Path => emit.path(target.path ?? '/', target.syntax);

/** The functions that a composition stands for; null for any other value. */
export function partsOf(call: Call, value: Value): readonly Value[] | null {
  const composed = call.data(value, compositionType);
  return composed ? (call.elements(composed.parts) ?? [composed.parts]) : null;
}

/** `app.use(value)`: functions, what routers make, compositions and mounted applications. */
export function registerMiddleware(call: Call, emit: Emit, target: Target, value: Value): void {
  if (isAbsent(value)) return;
  if (value.kind === 'oneOf') {
    emit.branch(value, (alternative) => {
      // Only a program that never gets here passes nothing: the alternative registers nothing.
      if (!(alternative.kind === 'const' && !alternative.value)) registerMiddleware(call, emit, target, alternative);
    });
    return;
  }
  const composed = call.data(value, compositionType);
  if (composed) {
    for (const part of partsOf(call, value) ?? []) registerMiddleware(call, emit, target, part);
    if (call.isOpen(composed.parts)) emit.report(koaDiagnostics, 'open-list', {});
    return;
  }
  const mounted = call.data(value, mountedType);
  if (mounted) {
    const { prefix } = mounted;
    if (prefix === null) {
      registerMiddleware(call, emit, target, mounted.target);
      return;
    }
    emit.branch(prefix, (alternative) => {
      if (!isAbsent(alternative))
        registerMiddleware(
          call,
          emit,
          { ...target, around: null, path: target.path === null ? alternative : concatText(target.path, alternative) },
          mounted.target,
        );
    });
    return;
  }
  const single = call.data(value, singleRouteType);
  if (single) {
    const split = splitHandlers(
      handlerItems(call, [single.handler], {
        ...CONTEXT,
        expand: (each) => partsOf(call, each),
        onOpenList: () => emit.report(koaDiagnostics, 'open-list', {}),
      }),
    );
    if (!split) return;
    const chain = split.before.map(({ value: each, conditional }) => {
      const middleware = emit.middleware(each, observation(call, each, false, undefined, target.between));
      return conditional ? { middleware, conditional: true } : middleware;
    });
    emit.branch(single.path, (alternative) => {
      if (isAbsent(alternative)) return;
      const path = emit.path(target.path === null ? alternative : concatText(target.path, alternative), 'path-to-regexp@6');
      emit.route(target.router, {
        method: single.method,
        path,
        chain,
        handler: emit.handler(split.handler, observation(call, split.handler, true, undefined, target.between)),
      });
    });
    return;
  }
  const dispatch = call.data(value, dispatchType);
  if (dispatch) {
    if (!dispatch.owner.state.live) leaveCopy(emit, dispatch.owner);
    dispatch.owner.state.live = true;
    if (dispatch.owner.state.bare) emit.report(koaDiagnostics, 'path-without-slash', {});
    comesTo(dispatch.owner, target);
    // The middleware of a router runs only for the routes of that router: it stays inside.
    emit.mount(target.router, { path: pathOf(emit, target), target: dispatch.owner.state.router, scope: 'encapsulate' });
    return;
  }
  const handed = handedFunctions(call, value, false, CONTEXT);
  for (const each of handed.length > 0 ? handed : [value]) registerFunction(call, emit, target, each);
}

/** A request comes to a router through what the application has by now. */
function comesTo({ state }: RouterData, { application }: Target): void {
  if (application && (state.behind?.application ?? application) === application)
    state.behind = { application, count: application.functions.length };
}

/** What the routes of an application throw that its own middlewares let pass comes to those of the application that mounts it. */
function mountedIn(value: ObjectValue, { application }: Target): void {
  const inner = asApplication(value.host?.data)?.state;
  if (inner && application && inner !== application) inner.outer ??= { application, count: application.functions.length };
}

/** What packages call the functions that make a middleware of a router, or of routes that they find themselves. */
const ROUTES = /(?:^|\.)(?:routes|middleware|loadControllers|controllers?|(?:load|create|use|register)(?:Routes|Controllers))\(\)$/i;

function registerFunction(call: Call, emit: Emit, target: Target, value: Value): void {
  if (value.kind === 'object') {
    if (asRouter(value.host?.data)) {
      emit.opaque(target.router, { what: 'mount', diagnostic: emit.report(koaDiagnostics, 'router-without-routes', {}) });
      return;
    }
    const router = routerOf(value);
    if (router !== null) {
      mountedIn(value, target);
      if (router !== target.router) emit.mount(target.router, { path: pathOf(emit, target), target: router, scope: 'inherit' });
      return;
    }
    if (call.isFunction(value)) {
      target.around?.push(value);
      emit.use(target.router, {
        path: pathOf(emit, target),
        middleware: emit.middleware(value, observation(call, value, false, undefined, target.between)),
      });
      delegated(call, emit, target, value);
      return;
    }
    // What keeps a router inside is, for another router, what that makes.
    const kept = call.get(value, 'router');
    if (!target.application && kept.kind === 'object' && asRouter(kept.host?.data)) {
      registerFunction(call, emit, target, call.invoke(call.get(kept, 'routes'), [], kept));
      return;
    }
    if (!call.isOpen(value)) {
      const diagnostic = emit.report(koaDiagnostics, 'not-a-function', { value: call.describe(value) || 'an object' });
      emit.opaque(target.router, { what: 'use', diagnostic });
      return;
    }
  }
  const carried = value.kind === 'unknown' ? routersIn(value, target.router) : [];
  if (carried.length > 0) {
    const approximate = emit.report(koaDiagnostics, 'approximate-mount', { value: call.describe(value) || 'A value' });
    for (const inner of carried)
      emit.mount(target.router, { path: pathOf(emit, target), target: inner, scope: 'encapsulate', approximate });
    return;
  }
  if (value.kind === 'const' || value.kind === 'template') {
    const diagnostic = emit.report(koaDiagnostics, 'not-a-function', { value: call.describe(value) || 'a value' });
    emit.opaque(target.router, { what: 'use', diagnostic });
    return;
  }
  if (value.kind === 'unknown' && value.provenance && ROUTES.test(value.provenance.path)) {
    const { module, path } = value.provenance;
    emit.opaque(target.router, {
      what: 'mount',
      path: pathOf(emit, target),
      diagnostic: emit.report(koaDiagnostics, 'unknown-router', { module, path: path.split('.').at(-1)! }),
    });
    return;
  }
  // A package's middleware is what it is; anything else may hide a router.
  if (!(value.kind === 'unknown' && value.provenance)) {
    emit.report(koaDiagnostics, 'unknown-middleware', {
      value: call.describe(value) || 'its argument',
      why: value.kind === 'unknown' ? value.why : 'only a part of it is known',
    });
  }
  target.around?.push(value);
  emit.use(target.router, {
    path: pathOf(emit, target),
    middleware: emit.middleware(value, observation(call, value, false, undefined, target.between)),
  });
}

/** Routers and applications that went into a value nobody can follow. */
function routersIn(value: Value, own: RouterId): readonly RouterId[] {
  if (value.kind !== 'unknown') return [];
  const routers = value.carries.map((carried) => asRouter(carried.host?.data)?.state.router ?? routerOf(carried));
  return [...new Set(routers.filter((router): router is RouterId => router !== null && router !== own))];
}

/** A function that hands its context to a router: `(ctx, next) => router.routes()(ctx, next)`. */
function delegated(call: Call, emit: Emit, target: Target, value: Value): void {
  const inner = new Set<RouterId>();
  for (const object of call.delegates?.(value) ?? []) {
    const data = asRouter(object.host?.data);
    if (data) comesTo(data, target);
    const router = data?.state.router ?? routerOf(object);
    if (router !== null && router !== target.router) inner.add(router);
  }
  for (const router of inner) {
    const approximate = emit.report(koaDiagnostics, 'delegated-router', { value: call.describe(value) || 'registered here' });
    emit.mount(target.router, { path: pathOf(emit, target), target: router, scope: 'encapsulate', approximate });
  }
}
