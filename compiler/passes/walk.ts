import {
  printPlace,
  printSegments,
  type Branch,
  type DiagnosticId,
  type Item,
  type Mount,
  type Opaque,
  type Program,
  type Route,
  type Router,
  type RouterId,
  type Segment,
  type TrailStep,
  type Use,
} from '@tool/ir';

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
  readonly layer: Layer;
  readonly router: Router;
  readonly parent: Instance | null;
  /** The joined path from the root. */
  readonly prefix: readonly Segment[];
  readonly trail: readonly TrailStep[];
  readonly choices: readonly Choice[];
  /** The instance whose hooks and middleware stay inside: itself for a root and for an encapsulated plugin, else its parent's. */
  readonly scope: Instance;
  /** Where its mounts took a shorter spelling of their path: how a longer one goes on there. */
  readonly longer: readonly Longer[];
  /** The routes among whose functions it stands: their methods and whole paths. */
  readonly only: readonly Only[];
  /** The diagnostic of the unknown part of its path: nothing below is an endpoint. */
  readonly hole: DiagnosticId | null;
}

interface Only {
  readonly method: string;
  readonly forms: readonly (readonly Segment[])[];
}

interface Longer {
  /** Position in the joined path. */
  readonly at: number;
  readonly rests: readonly (readonly Segment[])[];
}

/** Layers are compared by identity: alternative paths of one mount lead to the same one. */
export class Layer {
  private inner: Map<string, Layer> | null = null;

  /** @param id unique within one walk */
  constructor(readonly id: number) {}

  below(key: string, next: () => number): Layer {
    this.inner ??= new Map();
    let layer = this.inner.get(key);
    if (!layer) this.inner.set(key, (layer = new Layer(next())));
    return layer;
  }
}

export interface Visitor {
  /** @param ordinal position among the `use` items of the router: with the instance's layer it names what a request runs once */
  use?(use: Use, instance: Instance, choices: readonly Choice[], ordinal: number): void;
  /** Once for each spelling of the route's path. `segments` are the route's own. */
  route?(route: Route, segments: readonly Segment[], instance: Instance, choices: readonly Choice[]): void;
  /** Instead of `route` where no request takes this way: the mount takes the longest spelling of its path that fits, and one always fits. */
  covered?(route: Route, instance: Instance): void;
  /** Instead of `route` where its router stands among the functions of another one, whose requests it is not for. */
  outside?(route: Route, instance: Instance): void;
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
  let layers = 0;
  const nextLayer = (): number => layers++;

  const enter = (init: Omit<Instance, 'id' | 'scope'>, encapsulated: boolean): void => {
    const instance = { ...init, id: instances++ } as { -readonly [Key in keyof Instance]: Instance[Key] };
    instance.scope = encapsulated || init.parent === null ? instance : init.parent.scope;
    visitor.enter?.(instance);
    visit(instance.router.items, instance, instance.choices, 0);
  };

  const below = (
    target: RouterId,
    item: Mount | Opaque,
    layer: Layer,
    segments: readonly Segment[],
    hole: DiagnosticId | null,
    parent: Instance,
    choices: readonly Choice[],
    longer: readonly Longer[] = parent.longer,
  ): void => {
    const router = routers.get(target);
    if (!router) return;
    enter(
      {
        router,
        parent,
        choices,
        longer,
        layer,
        prefix: segments.length === 0 ? parent.prefix : [...parent.prefix, ...segments],
        trail: [...parent.trail, { item: item.id, router: parent.router.id, segments }],
        only:
          item.kind === 'mount' && item.only
            ? [...parent.only, { method: item.only.method, forms: (item.only.path.forms ?? []).map((form) => [...parent.prefix, ...form]) }]
            : parent.only,
        hole: parent.hole ?? hole,
      },
      item.kind === 'mount' && item.scope === 'encapsulate',
    );
  };

  const visit = (items: readonly Item[], instance: Instance, choices: readonly Choice[], first: number): number => {
    let ordinal = first;
    let lists: ReturnType<typeof mountLists> | null = null;
    for (const item of items) {
      switch (item.kind) {
        case 'use':
          visitor.use?.(item, instance, choices, ordinal++);
          break;
        case 'route':
          for (const form of item.path.forms ?? []) {
            if (instance.longer.length > 0 && instance.hole === null && isCovered([...instance.prefix, ...form], instance.longer))
              visitor.covered?.(item, instance);
            else if (instance.only.some((only) => isOutside(item.method, [...instance.prefix, ...form], only)))
              visitor.outside?.(item, instance);
            else visitor.route?.(item, form, instance, choices);
          }
          break;
        case 'branch':
          item.arms.forEach((arm, index) => {
            ordinal = visit(arm, instance, [...choices, { key: item.id, arm: index, branch: item }], ordinal);
          });
          break;
        case 'opaque':
          visitor.opaque?.(item, instance);
          if (item.target !== undefined)
            below(item.target, item, instance.layer.below(item.id, nextLayer), [unknownPath(item)], item.diagnostic, instance, choices);
          break;
        case 'mount': {
          const forms = item.path.forms ?? [];
          lists ??= mountLists(items);
          const list = lists.get(item);
          const layer = instance.layer.below(list?.key ?? item.id, nextLayer);
          forms.forEach((form, index) => {
            const own =
              list !== undefined || forms.length > 1
                ? [...choices, { key: `layer ${layer.id}`, arm: (list?.index ?? 0) * 1000 + index }]
                : choices;
            below(item.target, item, layer, form, holeIn(form), instance, own, longerThan(form, forms, instance));
          });
          break;
        }
      }
    }
    return ordinal;
  };

  for (const root of program.roots) {
    const router = routers.get(root);
    if (router)
      enter(
        { router, parent: null, layer: new Layer(layers++), prefix: [], trail: [], choices: [], longer: [], only: [], hole: null },
        true,
      );
  }
}

const NO_LISTS: ReadonlyMap<Item, { readonly key: string; readonly index: number }> = new Map();

/** Mounts of one router by one call with a list of paths: a request goes through the router once. */
function mountLists(items: readonly Item[]): ReadonlyMap<Item, { readonly key: string; readonly index: number }> {
  const byTarget = new Map<RouterId, Mount[]>();
  for (const item of items) {
    if (item.kind !== 'mount' || 'synthetic' in item.place) continue;
    const same = byTarget.get(item.target);
    if (same) same.push(item);
    else byTarget.set(item.target, [item]);
  }
  if (byTarget.size === items.length) return NO_LISTS;
  const groups = new Map<string, Mount[]>();
  for (const same of byTarget.values()) {
    if (same.length > 1)
      for (const item of same) {
        const key = `${item.target} ${printPlace(item.place)}`;
        const group = groups.get(key);
        if (group) group.push(item);
        else groups.set(key, [item]);
      }
  }
  const lists = new Map<Item, { key: string; index: number }>();
  for (const group of groups.values()) {
    // The same path twice is a loop that mounts twice, not a list.
    if (group.length < 2 || new Set(group.map((mount) => JSON.stringify(mount.path.raw))).size < group.length) continue;
    group.forEach((mount, index) => lists.set(mount, { key: group[0]!.id, index }));
  }
  return lists;
}

function longerThan(form: readonly Segment[], forms: readonly (readonly Segment[])[], instance: Instance): readonly Longer[] {
  // Elsewhere prefixes are joined with the route's path before anything is matched, and every spelling is tried.
  if (forms.length === 1 || instance.router.framework !== 'express') return instance.longer;
  const rests = forms
    .filter(
      (other) => other.length > form.length && form.every((segment, index) => printSegments([segment]) === printSegments([other[index]!])),
    )
    .map((other) => other.slice(form.length));
  return rests.length === 0 ? instance.longer : [...instance.longer, { at: instance.prefix.length + form.length, rests }];
}

/** Express 4 and 5 alike: `use('/deck{/:level}', r)` takes `/deck/view` as `/deck/:level`, and never again as `/deck` when `r` has nothing for the rest. */
const isCovered = (path: readonly Segment[], longer: readonly Longer[]): boolean =>
  longer.some(({ at, rests }) =>
    rests.some((rest) => path.length - at >= rest.length && rest.every((segment, index) => takes(segment, path[at + index]!))),
  );

/** Whether requests of a route come to no other one, all of whose requests are of a method and of one of these paths. */
const isOutside = (method: string, path: readonly Segment[], only: Only): boolean =>
  (only.method !== 'ALL' && only.method !== method) ||
  !only.forms.some((form) => {
    const rest = form.at(-1)?.kind === 'wild' ? form.slice(0, -1) : null;
    return (
      (rest ? path.length > rest.length : path.length === form.length) &&
      (rest ?? form).every(
        (segment, index) =>
          takes(segment, path[index]!) || printSegments([segment]).toLowerCase() === printSegments([path[index]!]).toLowerCase(),
      )
    );
  });

/** Whatever the second one stands for, the first one takes it. */
function takes(segment: Segment, other: Segment): boolean {
  if (other.kind === 'wild' || other.kind === 'regexp' || other.kind === 'hole') return false;
  switch (segment.kind) {
    case 'lit':
      return other.kind === 'lit' && segment.text === other.text;
    case 'param':
      return segment.pattern === undefined;
    case 'wild':
      return true;
    default:
      return false;
  }
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
  return (
    one.length === 0 ||
    other.length === 0 ||
    one.every((choice) => other.every((against) => against.key !== choice.key || against.arm === choice.arm))
  );
}

/** The conditions of the source among the choices. */
export const conditionsOf = (choices: readonly Choice[]): readonly Choice[] =>
  choices.length === 0 ? choices : choices.filter((choice) => choice.branch);
