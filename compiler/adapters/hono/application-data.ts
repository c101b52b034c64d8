import type { MiddlewareId, RouterId } from '@tool/ir';
import { concatText, mapText, type Call, type Emit, type Value } from '@tool/scanner-sdk';

/**
 * What an application keeps. `basePath()` makes another application with the same routes: both share the state.
 * `router` makes `routerOf` of the contract work.
 */
export interface ApplicationData {
  readonly kind: 'hono';
  readonly router: RouterId;
  readonly state: ApplicationState;
  /** Null for none. */
  readonly basePath: Value | null;
  readonly openApi: boolean;
}

/** Where registrations go. `route()` copies the routes that an application has at that moment: later ones go to a new router of the IR. */
export interface ApplicationState {
  router: RouterId;
  readonly strict: boolean;
  /** `route()` of another application has copied what `router` holds. */
  copied: boolean;
  /** `onError`; null: the framework's own. */
  errorHandler: Value | null;
  /** The same of `notFound`. */
  notFound: Value | null;
  /** `new OpenAPIHono({ defaultHook })`; null for none. */
  readonly defaultHook: Value | null;
  readonly inheritsHook: boolean;
  /** Applications that have its routes, through `route()`. */
  readonly parents: ApplicationState[];
  /** A server answers with it. */
  served: boolean;
  /** Routes whose handlers hand requests on, by method and path: a later route of both answers after them. */
  readonly passing: Map<string, readonly MiddlewareId[]>;
  /** The routes that were registered on it; null for a path that is not known. */
  readonly routes: { readonly method: string; readonly path: string | null }[];
  /** The applications whose routes it has through `route()`, and below which path. */
  readonly children: { readonly at: string | null; readonly state: ApplicationState }[];
}

export const SYNTAX = 'hono';

/** An application serves by itself, unless something in the same program says which one does: sub-applications are made in the same way. */
export const makeRouter = (emit: Emit, strict: boolean): RouterId =>
  emit.router({ framework: 'hono', syntax: SYNTAX, caseSensitive: true, strict, application: 'unless-another-serves' });

/** What comes after a copy goes to a router of its own, which has the copied one first. */
export function leaveCopy(emit: Emit, state: ApplicationState): void {
  if (!state.copied || state.served) return;
  const before = state.router;
  state.router = makeRouter(emit, state.strict);
  emit.mount(state.router, { path: emit.path('/', SYNTAX), target: before, scope: 'inherit' });
  state.copied = false;
}

/** The router of the IR that takes the next registration. */
export function openRouter(emit: Emit, { state }: ApplicationData): RouterId {
  leaveCopy(emit, state);
  return state.router;
}

export const applicationData = (state: ApplicationState, basePath: Value | null, openApi: boolean): ApplicationData => ({
  kind: 'hono',
  state,
  basePath,
  openApi,
  get router() {
    return state.router;
  },
});

/** `base` and `path` with one slash between them. */
export function joinPaths(call: Call, base: Value | null, path: Value): Value {
  if (base === null) return path;
  const own = call.text(path);
  if (own === '/' || own === '') return base;
  const front = base.kind === 'const' ? mapText(base, (text) => text.replace(/\/$/, '')) : base;
  if (own !== null && path.kind === 'const') return concatText(front, { ...path, value: own.startsWith('/') ? own : `/${own}` });
  return concatText(front, { kind: 'template', parts: ['/', path], origin: path.origin });
}

export const asApplication = (data: unknown): ApplicationData | null =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'hono' ? (data as ApplicationData) : null;
