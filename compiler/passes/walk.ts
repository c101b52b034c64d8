import type { Branch, DiagnosticId, Item, Mount, Opaque, Program, Route, Router, RouterId, Segment, TrailStep, Use } from '@tool/ir';

/**
 * One of several alternatives of which a request takes exactly one: an arm of a branch, or one of the paths under which
 * a single `use` call mounts a router. Two registrations that took different alternatives of one choice never meet.
 */
export interface Choice {
  /** Names the choice; arms of one branch share it, however often their router is mounted. */
  readonly key: string;
  readonly arm: number;
  /** Set when the choice is a condition of the source, and not just a list of paths. */
  readonly branch?: Branch;
}

/** A router at one place of the tree. A router mounted twice is visited as two instances. */
export interface Instance {
  readonly id: number;
  /** What a request goes through once: the same for the alternative paths under which one call mounts a router. */
  readonly layer: string;
  readonly router: Router;
  readonly parent: Instance | null;
  /** The joined path from the root. */
  readonly prefix: readonly Segment[];
  readonly trail: readonly TrailStep[];
  readonly choices: readonly Choice[];
  /** The instance whose hooks and middleware stay inside: itself for a root and for an encapsulated plugin, else its parent's. */
  readonly scope: Instance;
  /** The diagnostic of the unknown part of its path: nothing below is an endpoint. */
  readonly hole: DiagnosticId | null;
}

export interface Visitor {
  use?(use: Use, instance: Instance, choices: readonly Choice[]): void;
  /** Once for each spelling of the route's path. `segments` are the route's own. */
  route?(route: Route, segments: readonly Segment[], instance: Instance, choices: readonly Choice[]): void;
  /** An opaque registration; what is below its known router is visited afterwards, with `hole` set. */
  opaque?(opaque: Opaque, instance: Instance): void;
  enter?(instance: Instance): void;
}

/**
 * Visits what a server of this program runs, in execution order: from each root down, items in registration order (T3),
 * a mount's router where the mount stands, once for each spelling of its path. Terminates because of T4.
 */
export function walkProgram(program: Program, visitor: Visitor): void {
  const routers = new Map(program.routers.map((router) => [router.id, router]));
  let instances = 0;

  const enter = (init: Omit<Instance, 'id' | 'scope'>, encapsulated: boolean): void => {
    const instance = { ...init, id: instances++ } as { -readonly [Key in keyof Instance]: Instance[Key] };
    instance.scope = encapsulated || init.parent === null ? instance : init.parent.scope;
    visitor.enter?.(instance);
    visit(instance.router.items, instance, instance.choices);
  };

  const below = (target: RouterId, item: Mount | Opaque, layer: string, segments: readonly Segment[], hole: DiagnosticId | null, parent: Instance, choices: readonly Choice[]): void => {
    const router = routers.get(target);
    if (!router) return;
    enter({
      router, parent, choices,
      layer: `${parent.layer} ${layer}`,
      prefix: segments.length === 0 ? parent.prefix : [...parent.prefix, ...segments],
      trail: [...parent.trail, { item: item.id, router: parent.router.id, segments }],
      hole: parent.hole ?? hole,
    }, item.kind === 'mount' && item.scope === 'encapsulate');
  };

  const visit = (items: readonly Item[], instance: Instance, choices: readonly Choice[]): void => {
    const lists = mountLists(items);
    for (const item of items) {
      switch (item.kind) {
        case 'use': visitor.use?.(item, instance, choices); break;
        case 'route': for (const form of item.path.forms ?? []) visitor.route?.(item, form, instance, choices); break;
        case 'branch':
          item.arms.forEach((arm, index) => visit(arm, instance, [...choices, { key: item.id, arm: index, branch: item }]));
          break;
        case 'opaque':
          visitor.opaque?.(item, instance);
          if (item.target !== undefined) below(item.target, item, item.id, [unknownPath(item)], item.diagnostic, instance, choices);
          break;
        case 'mount': {
          const forms = item.path.forms ?? [];
          const list = lists.get(item);
          const layer = list?.key ?? item.id;
          forms.forEach((form, index) => {
            const own = list !== undefined || forms.length > 1
              ? [...choices, { key: `${instance.layer} ${layer}`, arm: (list?.index ?? 0) * 1000 + index }]
              : choices;
            below(item.target, item, layer, form, holeIn(form), instance, own);
          });
          break;
        }
      }
    }
  };

  for (const root of program.roots) {
    const router = routers.get(root);
    if (router) enter({ router, parent: null, layer: root, prefix: [], trail: [], choices: [], hole: null }, true);
  }
}

/** Mounts of one router by one call with a list of paths: a request goes through the router once. */
function mountLists(items: readonly Item[]): ReadonlyMap<Item, { readonly key: string; readonly index: number }> {
  const groups = new Map<string, Mount[]>();
  for (const item of items) {
    if (item.kind !== 'mount' || 'synthetic' in item.place) continue;
    const key = `${item.target} ${item.place.file}:${item.place.line}:${item.place.column}`;
    const group = groups.get(key);
    if (group) group.push(item); else groups.set(key, [item]);
  }
  const lists = new Map<Item, { key: string; index: number }>();
  for (const group of groups.values()) {
    // The same path twice is a loop that mounts twice, not a list.
    if (group.length < 2 || new Set(group.map((mount) => JSON.stringify(mount.path.raw))).size < group.length) continue;
    group.forEach((mount, index) => lists.set(mount, { key: group[0]!.id, index }));
  }
  return lists;
}

/** The diagnostic of the first unknown part of a path. */
export function holeIn(segments: readonly Segment[]): DiagnosticId | null {
  for (const segment of segments) {
    if (segment.kind === 'hole') return segment.diagnostic;
    if (segment.kind === 'mixed') {
      const inner = holeIn(segment.pieces);
      if (inner !== null) return inner;
    }
  }
  return null;
}

export const unknownPath = (opaque: Opaque): Segment => ({ kind: 'hole', why: 'not known', diagnostic: opaque.diagnostic });

/** True when two registrations can be met by one request: they took no different alternatives of one choice. */
export function compatible(one: readonly Choice[], other: readonly Choice[]): boolean {
  return one.length === 0 || other.length === 0
    || one.every((choice) => other.every((against) => against.key !== choice.key || against.arm === choice.arm));
}

/** The conditions of the source among the choices. */
export const conditionsOf = (choices: readonly Choice[]): readonly Choice[] => (choices.length === 0 ? choices : choices.filter((choice) => choice.branch));
