import type { ChainEntry, Endpoint, EndpointSet, TrailStep } from '../nodes/endpoint-set.js';
import type { RouterId } from '../nodes/ids.js';
import type { Segment } from '../nodes/path.js';
import type { ChainLink, Middleware, Route, Use } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { findSegment, layoutOf, nameOf, targetOf, type ArmOf, type Layout, type Located } from './traverse.js';
import type { Violations } from './violation.js';

/** Programs whose routers are mounted more often than this are not checked: the check would take longer than the pass. */
const MAXIMUM_INSTANCES = 20_000;

/** A router at one place of the tree. */
interface Instance {
  readonly root: RouterId;
  /** The mounts from the root down. */
  readonly mounts: readonly Located[];
  /** Positions of the mounts in their routers. */
  readonly position: readonly number[];
  readonly arms: readonly ArmOf[];
}

/** A `use` at one place of the tree. */
interface Meeting {
  readonly instance: Instance;
  /** Positions of the mounts, then its own. */
  readonly position: readonly number[];
  readonly arms: readonly ArmOf[];
  readonly paths: readonly (readonly (readonly Segment[])[])[];
  /** The longest spelling of its full path, in segments. */
  readonly length: number;
}

/** An endpoint on the way through the check. */
interface Subject {
  readonly endpoint: Endpoint;
  readonly route: Route;
  readonly trail: readonly Located[];
  readonly position: readonly number[];
  readonly arms: readonly ArmOf[];
}

/**
 * What was found of the endpoints of one router at one place: most of their chains is the same, and right for all when it is
 * right for one. Holds for routes outside of branches.
 */
interface Siblings {
  readonly prefix: readonly TrailStep[];
  /** Chain entries from the start that were right whatever the route's own path is. */
  readonly entries: ChainEntry[];
  /** The place of each of them in the order. */
  readonly positions: (readonly number[])[];
  /** A route has to stand behind this position of the router they share. */
  readonly behind: number[];
}

/**
 * E4: chain order is execution order. Written without a look at the pass that makes the chains: for each entry there has to
 * be a place in the tree where its `use` stands so that a request to the endpoint meets it.
 */
export function checkChains(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const { program } = set;
  const same = earlier?.program.routers === program.routers && earlier.program.middlewares === program.middlewares ? earlier : null;
  let check: ChainCheck | null = null;
  for (const { endpoint, old } of newEndpoints(set, same)) {
    if (old !== undefined && old.chain === endpoint.chain && old.trail === endpoint.trail && old.segments === endpoint.segments) continue;
    check ??= new ChainCheck(set, found);
    check.check(endpoint);
  }
}

class ChainCheck {
  private readonly layout: Layout;
  private readonly middlewares: ReadonlyMap<string, Middleware>;
  private readonly instances: ReadonlyMap<RouterId, readonly Instance[]> | null;
  private readonly meetings = new Map<Located, readonly Meeting[]>();
  private readonly siblings = new Map<TrailStep | null, Siblings>();

  constructor(
    set: EndpointSet,
    private readonly found: Violations,
  ) {
    this.layout = layoutOf(set.program);
    this.middlewares = new Map(set.program.middlewares.map((middleware) => [middleware.id, middleware]));
    this.instances = enumerate(set.program.roots, this.layout.byRouter);
  }

  check(endpoint: Endpoint): void {
    if (this.instances === null || (endpoint.chain.length === 0 && this.hasNoOwn(endpoint))) return;
    const trail: Located[] = [];
    for (const step of endpoint.trail) {
      const located = this.layout.byId.get(step.item);
      // A broken trail is E2's.
      if (located === undefined) return;
      trail.push(located);
    }
    const route = trail.at(-1)?.item;
    if (route?.kind !== 'route') return;
    const say = (message: string): void => this.found.add('E4', endpoint, nameOf(endpoint), message);
    checkOwnChain(endpoint, route.chain, say);

    const subject: Subject = { endpoint, route, trail, position: trail.map((step) => step.index), arms: armsOf(trail) };
    const siblings = trail.at(-1)!.arms.length === 0 ? this.siblingsOf(endpoint.trail) : null;
    let last: readonly number[] = [];
    let shared = siblings !== null;
    for (let index = 0; index < endpoint.chain.length; index++) {
      const entry = endpoint.chain[index]!;
      if (entry.item === undefined) {
        shared = false;
        continue;
      }
      if (shared && siblings!.entries[index] === entry && siblings!.behind[index]! < subject.position.at(-1)!) {
        last = siblings!.positions[index]!;
        continue;
      }
      const use = this.layout.byId.get(entry.item);
      if (use?.item.kind !== 'use' && use?.item.kind !== 'route') {
        say(`${entry.item} is no use`);
        shared = false;
        continue;
      }
      const wrong = use.item.kind === 'use' ? wrongEntry(entry, use.item, this.middlewares) : wrongRoute(entry, use.item, route);
      if (wrong !== null) {
        say(wrong);
        shared = false;
        continue;
      }
      const meetings = this.meetingsOf(use);
      const met = this.firstMeeting(entry, meetings, subject, last);
      if (met === null) {
        say(explain(entry, meetings, subject));
        shared = false;
        continue;
      }
      if (!isTimeless(entry.phase)) last = met.position;
      if (shared && siblings!.entries.length === index && meetings.length === 1 && !isTimeless(entry.phase))
        this.share(siblings!, entry, met);
      else if (siblings?.entries[index] !== entry) shared = false;
    }
  }

  /** Nothing to refute: no chain, and the route has none of its own. */
  private hasNoOwn(endpoint: Endpoint): boolean {
    const step = endpoint.trail.at(-1);
    const route = step === undefined ? undefined : this.layout.byId.get(step.item)?.item;
    return route?.kind === 'route' && route.chain.length === 0;
  }

  private siblingsOf(trail: readonly TrailStep[]): Siblings | null {
    const last = trail.at(-2) ?? null;
    const known = this.siblings.get(last);
    if (known === undefined) {
      const made = { prefix: trail.slice(0, -1), entries: [], positions: [], behind: [] };
      this.siblings.set(last, made);
      return made;
    }
    return known.prefix.length === trail.length - 1 &&
      known.prefix.every((step, index) => step === trail[index]) &&
      trail[0]!.router === (known.prefix[0]?.router ?? trail[0]!.router)
      ? known
      : null;
  }

  /** Keeps an entry for the siblings when nothing about it depends on the route: neither the route's path nor, but for `behind`, its position. */
  private share(siblings: Siblings, entry: ChainEntry, met: Meeting): void {
    const depth = siblings.prefix.length;
    let known = 0;
    for (const step of siblings.prefix) known += step.segments.length;
    // Routes of several roots have no prefix in common.
    if (depth === 0 || met.length > known) return;
    let behind = -1;
    const fork = met.instance.mounts.findIndex((mount, index) => mount.item.id !== siblings.prefix[index]?.item);
    const inRouter = fork < 0 ? met.position.length > depth : fork >= depth;
    if (inRouter) behind = met.position[depth]!;
    siblings.entries.push(entry);
    siblings.positions.push(met.position);
    siblings.behind.push(behind);
  }

  private meetingsOf(use: Located): readonly Meeting[] {
    const known = this.meetings.get(use);
    if (known !== undefined) return known;
    const made = (this.instances?.get(use.router.id) ?? []).map((instance): Meeting => {
      const paths = [...instance.mounts.map(formsOf), formsOf(use)];
      return {
        instance,
        position: [...instance.position, use.index],
        arms: use.arms.length === 0 ? instance.arms : [...instance.arms, ...use.arms],
        paths,
        length: paths.reduce((sum, forms) => sum + forms.reduce((longest, form) => Math.max(longest, form.length), 0), 0),
      };
    });
    this.meetings.set(use, made);
    return made;
  }

  /** The first place at which a request meets the entry and which is not before `last`; null when there is none. */
  private firstMeeting(entry: ChainEntry, meetings: readonly Meeting[], subject: Subject, last: readonly number[]): Meeting | null {
    const timed = !isTimeless(entry.phase);
    let first: Meeting | null = null;
    for (const meeting of meetings) {
      if (
        !isBelow(meeting, subject) ||
        (timed && !isBefore(meeting.position, subject.position)) ||
        !leavesNoScope(meeting.instance, subject.trail) ||
        !mayMatch(meeting.paths, 0, subject.endpoint.segments, 0) ||
        !isTogether(meeting, subject) ||
        !isCertain(entry, meeting, subject)
      )
        continue;
      if (!timed) return meeting;
      if (!isBefore(meeting.position, last) && (first === null || isBefore(meeting.position, first.position))) first = meeting;
    }
    return first;
  }
}

const isBelow = (meeting: Meeting, subject: Subject): boolean => meeting.instance.root === subject.endpoint.trail[0]!.router;
const isTogether = (meeting: Meeting, subject: Subject): boolean =>
  meeting.arms.length === 0 || meeting.arms.every((arm) => !excludes(arm, subject.arms));
const isCertain = (entry: ChainEntry, meeting: Meeting, subject: Subject): boolean =>
  entry.conditional === true || meeting.arms.every((arm) => subject.arms.some((own) => sameArm(own, arm)));

/** Which of the conditions of E4 no place satisfies. */
function explain(entry: ChainEntry, all: readonly Meeting[], subject: Subject): string {
  let meetings = all.filter((meeting) => isBelow(meeting, subject));
  if (meetings.length === 0) return `${entry.item} and the route are not below one root`;
  if (!isTimeless(entry.phase)) meetings = meetings.filter((meeting) => isBefore(meeting.position, subject.position));
  if (meetings.length === 0) return `${entry.item} is registered after the route`;
  meetings = meetings.filter((meeting) => leavesNoScope(meeting.instance, subject.trail));
  if (meetings.length === 0) return `${entry.item} stays inside the plugin that registered it`;
  meetings = meetings.filter((meeting) => mayMatch(meeting.paths, 0, subject.endpoint.segments, 0));
  if (meetings.length === 0) return `the path of ${entry.item} does not lead to ${subject.endpoint.path}`;
  meetings = meetings.filter((meeting) => isTogether(meeting, subject));
  if (meetings.length === 0) return `${entry.item} and the route are in different arms of a branch`;
  meetings = meetings.filter((meeting) => isCertain(entry, meeting, subject));
  if (meetings.length === 0) return `${entry.item} is there under a condition only, and the entry does not say so`;
  return `${entry.item} is registered before the entry it stands behind`;
}

/** The route's own middleware is in the chain as the route has it, behind everything that is not a hook. */
function checkOwnChain(endpoint: Endpoint, own: readonly ChainLink[], say: (message: string) => void): void {
  let count = 0;
  let right = true;
  let late: ChainEntry | undefined;
  for (const entry of endpoint.chain) {
    if (entry.item === undefined) right = own[count++]?.middleware === entry.middleware && right;
    else if (count > 0 && late === undefined && !entry.phase?.startsWith('hook:')) late = entry;
  }
  if (!right || count !== own.length) {
    const entries = endpoint.chain.filter((entry) => entry.item === undefined).map((entry) => entry.middleware);
    say(`its own middleware is [${entries.join(' ')}], the route has [${own.map((link) => link.middleware).join(' ')}]`);
  }
  if (late !== undefined) say(`${late.item} stands behind the route's own middleware`);
}

function wrongEntry(entry: ChainEntry, use: Use, middlewares: ReadonlyMap<string, Middleware>): string | null {
  if (entry.middleware !== use.middleware) return `${use.id} registers ${use.middleware}, not ${entry.middleware}`;
  if (entry.phase !== use.phase)
    return `${use.id} has the phase ${use.phase ?? 'of ordinary middleware'}, not ${entry.phase ?? 'that of ordinary middleware'}`;
  if (use.phase === undefined && middlewares.get(use.middleware)?.facts?.continues === 'never')
    return `${use.middleware} of ${use.id} never passes control on`;
  return null;
}

/** A route in front hands on: its functions are met by requests of its own method, those of GET by requests of HEAD as well unless it says otherwise. */
function wrongRoute(entry: ChainEntry, front: Route, route: Route): string | null {
  if (front.asMiddleware === undefined) return `${front.id} hands nothing on`;
  const isHead = front.method === 'GET' && route.method === 'HEAD' && front.notForHead !== true;
  if (front.method !== 'ALL' && front.method !== route.method && !isHead) return `${front.id} takes ${front.method}, not ${route.method}`;
  return [...front.chain.map((link) => link.middleware), front.asMiddleware].includes(entry.middleware)
    ? null
    : `${front.id} runs no ${entry.middleware}`;
}

const isTimeless = (phase: string | undefined): boolean => phase !== undefined && (phase.startsWith('param:') || phase.startsWith('hook:'));

/** All places of all routers, or null when there are too many, or when a router is mounted below itself: that is T4's. */
function enumerate(
  roots: readonly RouterId[],
  located: ReadonlyMap<RouterId, readonly Located[]>,
): ReadonlyMap<RouterId, readonly Instance[]> | null {
  const instances = new Map<RouterId, Instance[]>();
  const queue: { readonly router: RouterId; readonly instance: Instance }[] = roots.map((root) => ({
    router: root,
    instance: { root, mounts: [], position: [], arms: [] },
  }));
  for (let count = 0, next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { router, instance } = next;
    if (++count > MAXIMUM_INSTANCES || instance.mounts.length > located.size) return null;
    const known = instances.get(router);
    if (known) known.push(instance);
    else instances.set(router, [instance]);
    for (const mount of located.get(router) ?? []) {
      const target = targetOf(mount.item);
      if (target === undefined) continue;
      queue.push({
        router: target,
        instance: {
          root: instance.root,
          mounts: [...instance.mounts, mount],
          position: [...instance.position, mount.index],
          arms: [...instance.arms, ...mount.arms],
        },
      });
    }
  }
  return instances;
}

/** Lexicographic: what stands earlier in the same router, or below something that does. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    if (one[index]! !== other[index]!) return one[index]! < other[index]!;
  }
  return one.length < other.length;
}

/** Beside the way of the endpoint, control passes through inheriting mounts only. */
function leavesNoScope(instance: Instance, trail: readonly Located[]): boolean {
  const fork = instance.mounts.findIndex((mount, index) => trail[index]?.item.id !== mount.item.id);
  return fork < 0 || instance.mounts.slice(fork).every(({ item }) => item.kind !== 'mount' || item.scope === 'inherit');
}

const armsOf = (steps: readonly Located[]): readonly ArmOf[] => steps.flatMap((step) => step.arms);
const sameArm = (one: ArmOf, other: ArmOf): boolean => one.branch.id === other.branch.id && one.arm === other.arm;
const excludes = (arm: ArmOf, others: readonly ArmOf[]): boolean => {
  const same = others.filter((other) => other.branch.id === arm.branch.id);
  return same.length > 0 && same.every((other) => other.arm !== arm.arm);
};

const formsOf = ({ item }: Located): readonly (readonly Segment[])[] => {
  if (item.kind === 'use' || item.kind === 'mount' || item.kind === 'route') return item.path.forms ?? [];
  // A known router below an unknown path: anything matches.
  return [[{ kind: 'wild' }]];
};

/**
 * Whether some spelling of a joined prefix can match the path from `offset` on. Generous: what only the framework's matcher can
 * decide counts as a match.
 */
function mayMatch(steps: readonly (readonly (readonly Segment[])[])[], step: number, path: readonly Segment[], offset: number): boolean {
  const forms = steps[step];
  return forms === undefined || forms.some((form) => formMayMatch(form, steps, step, path, offset));
}

function formMayMatch(
  form: readonly Segment[],
  steps: readonly (readonly (readonly Segment[])[])[],
  step: number,
  path: readonly Segment[],
  offset: number,
): boolean {
  for (let index = 0; index < form.length; index++) {
    const segment = form[index]!;
    const against = path[offset + index];
    if (against === undefined) return takesAnything(segment);
    // What the program wrote once is compared with itself along its own trail.
    if (segment === against && segment.kind === 'lit') continue;
    if (takesAnything(segment) || takesAnything(against)) return true;
    if (
      segment.kind === 'lit' &&
      against.kind === 'lit' &&
      segment.text !== against.text &&
      segment.text.toLowerCase() !== against.text.toLowerCase()
    )
      return false;
  }
  return mayMatch(steps, step + 1, path, offset + form.length);
}

/** Could match several segments. */
const takesAnything = (segment: Segment): boolean => segment.kind !== 'lit' && findSegment([segment], isOpen) !== null;

const isOpen = (piece: Segment): boolean =>
  piece.kind === 'wild' || piece.kind === 'regexp' || piece.kind === 'hole' || (piece.kind === 'param' && piece.pattern !== undefined);
