import {
  handlerId,
  itemId,
  middlewareId,
  NO_FACTS,
  routerId,
  type Behaviour,
  type BodyFacts,
  type Item,
  type Middleware,
  type MiddlewareId,
  type Path,
  type PathSyntax,
  type Handler,
  type Program,
  type RouterId,
  type Router as RouterNode,
  type Span,
} from '@tool/ir';
import { isApp, isOwnLayer, routerOf, stackOf, type App, type Layer, type Note, type Probe, type Router } from './probe.js';
import type { Did } from './row.js';

/**
 * The RouteTree that a perfect evaluator would emit, read off the real stacks. With it the passes can be compared with
 * the framework alone, without the evaluator. What the functions do is what they did with the requests that were sent.
 */
export function treeOf(probe: Probe, roots: readonly App[], did: ReadonlyMap<unknown, Did>): Program {
  const syntax: PathSyntax = probe.version === 4 ? 'path-to-regexp@0' : 'path-to-regexp@8';
  const routers: RouterNode[] = [];
  const handlers: Handler[] = [];
  const middlewares: Middleware[] = [];
  const ids = new Map<unknown, RouterId>();
  const known = new Map<unknown, MiddlewareId>();
  let items = 0;

  const placeOf = (note: Note): Span => note.sites[0] ?? { file: 'unknown.js', line: 1, column: 1 };
  const pathsOf = (raw: unknown): Path[] =>
    Array.isArray(raw)
      ? [...new Set(raw.flat(Infinity))].flatMap(pathsOf)
      : [
          {
            syntax,
            raw: [raw instanceof RegExp ? { kind: 'regexp', source: raw.source, flags: raw.flags } : { kind: 'text', text: String(raw) }],
          },
        ];
  const middleware = (fn: unknown, place: Span): MiddlewareId => {
    let id = known.get(fn);
    if (id === undefined) {
      known.set(fn, (id = middlewareId(middlewares.length)));
      const { handedOn = false, answered = false } = did.get(fn) ?? {};
      const facts: BodyFacts = { ...NO_FACTS, continues: !handedOn ? 'never' : answered ? 'maybe' : 'always', parameters: 3 };
      middlewares.push({ id, name: fn instanceof Function ? fn.name : '', place, facts });
    }
    return id;
  };

  const router = (target: Router | App): RouterId => {
    const real = isApp(target) ? routerOf(target) : target;
    const id = ids.get(target);
    if (id !== undefined) return id;
    const own = routerId(ids.size);
    ids.set(target, own);
    const list: Item[] = [];
    const place = { file: 'unknown.js', line: 1, column: 1 };
    const options = (real ?? {}) as { caseSensitive?: boolean; strict?: boolean };
    const index =
      routers.push({
        id: own,
        framework: 'express',
        name: '',
        place,
        syntax,
        caseSensitive: options.caseSensitive === true,
        strict: options.strict === true,
        items: list,
      }) - 1;
    void index;
    for (const layer of real?.stack ?? []) list.push(...itemsOf(layer));
    return own;
  };

  const itemsOf = (layer: Layer): Item[] => {
    if (layer.route) return routesOf(layer);
    const note = probe.notes.get(layer);
    if (!note || isOwnLayer(layer, probe.version)) return [];
    const place = placeOf(note);
    if (stackOf(note.target)) {
      const target = router(note.target as Router | App);
      return pathsOf(note.path).map((path) => ({ kind: 'mount', id: itemId(items++), path, target, scope: 'inherit', place }));
    }
    const phase = (note.target as { length: number }).length === 4 ? { phase: 'error' as const } : {};
    return pathsOf(note.path).map((path) => ({
      kind: 'use',
      id: itemId(items++),
      path,
      middleware: middleware(note.target, place),
      ...phase,
      place,
    }));
  };

  const routesOf = (layer: Layer): Item[] => {
    const made: Item[] = [];
    const before: { method: string | null; fn: unknown; note: Note }[] = [];
    const groups = new Map<string, { method: string; notes: Note[] }>();
    for (const inner of layer.route!.stack) {
      const note = probe.notes.get(inner)!;
      if (note.all && inner.method !== undefined && inner.method !== 'get') continue;
      const method = note.all ? 'ALL' : inner.method!.toUpperCase();
      const group = groups.get(`${note.call} ${method}`) ?? { method, notes: [] };
      group.notes.push(note);
      groups.set(`${note.call} ${method}`, group);
    }
    for (const { method, notes } of groups.values()) {
      const last = notes.at(-1)!;
      const place = placeOf(last);
      const earlier = before.filter((each) => each.method === 'ALL' || each.method === method);
      const chain = [...earlier.map((each) => each.fn), ...notes.slice(0, -1).map((each) => each.target)].map((fn) => ({
        middleware: middleware(fn, place),
      }));
      for (const note of notes) before.push({ method, fn: note.target, note });
      const handler = handlerId(handlers.length);
      const { handedOn = false, answered = false } = did.get(last.target) ?? {};
      const behaviour: Behaviour = { reads: [], refinements: [], answers: [], failures: [], data: [], passesOn: true, leaves: [] };
      handlers.push({ id: handler, name: '', place, ...(handedOn && !answered ? { behaviour } : {}) });
      const asMiddleware = handedOn ? { asMiddleware: middleware(last.target, place) } : {};
      for (const path of pathsOf(layer.route!.path))
        made.push({
          kind: 'route',
          id: itemId(items++),
          method,
          path,
          chain,
          handler,
          ...asMiddleware,
          ...(earlier.length > 0 ? { inFront: earlier.length } : {}),
          place,
          via: last.sites.slice(1),
          rows: [],
        });
    }
    return made;
  };

  return { kind: 'program', roots: roots.map((root) => router(root)), routers, handlers, middlewares, diagnostics: [] };
}
