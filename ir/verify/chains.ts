import type { ChainEntry, Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import type { MiddlewareId, RouterId } from '../nodes/ids.js';
import type { Segment } from '../nodes/path.js';
import type { Middleware, Program, Use } from '../nodes/route-tree.js';
import { locate, namedEndpoints, segmentsIn, targetOf, type ArmOf, type Located } from './traverse.js';
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

/** IRs are immutable: a chain that was right stays right as long as nothing that it depends on is replaced. */
const verified = new WeakMap<Endpoint['chain'], { readonly trail: Endpoint['trail']; readonly routers: Program['routers']; readonly middlewares: Program['middlewares'] }>();

/**
 * E4: chain order is execution order. Written without a look at the pass that makes the chains: for each entry there has to
 * be a place in the tree where its `use` stands so that a request to the endpoint meets it.
 */
export function checkChains(set: EndpointSet, found: Violations): void {
  const { program } = set;
  const located = new Map(program.routers.map((router) => [router.id, locate(router)]));
  const items = new Map([...located.values()].flat().map((each) => [each.item.id, each]));
  const middlewares = new Map(program.middlewares.map((middleware) => [middleware.id, middleware]));
  const all = enumerate(program.roots, located);
  if (all === null) return;
  const instances = all;

  for (const [endpoint, subject] of namedEndpoints(set)) {
    const known = verified.get(endpoint.chain);
    if (known?.trail === endpoint.trail && known.routers === program.routers && known.middlewares === program.middlewares) continue;
    const count = found.list.length;
    checkChain(endpoint, subject);
    if (found.list.length === count) verified.set(endpoint.chain, { trail: endpoint.trail, routers: program.routers, middlewares: program.middlewares });
  }

  function checkChain(endpoint: Endpoint, subject: string): void {
    const say = (message: string): void => found.add('E4', endpoint, subject, message);
    const steps = endpoint.trail.map((step) => items.get(step.item));
    const route = steps.at(-1);
    // A broken trail is E2's.
    if (route?.item.kind !== 'route' || steps.some((step) => step === undefined)) return;
    const trail = steps as Located[];
    checkOwnChain(endpoint, route.item.chain.map((link) => link.middleware), say);

    let last: readonly number[] = [];
    for (const entry of endpoint.chain) {
      if (entry.item === undefined) continue;
      const use = items.get(entry.item);
      if (use?.item.kind !== 'use') { say(`${entry.item} is no use`); continue; }
      const wrong = wrongEntry(entry, use.item, middlewares);
      if (wrong !== null) { say(wrong); continue; }
      const meetings = (instances.get(use.router.id) ?? []).filter((instance) => instance.root === endpoint.trail[0]!.router);
      if (meetings.length === 0) { say(`${entry.item} and the route are not below one root`); continue; }
      // Parameter callbacks and hooks have times of their own, whatever the order of registration.
      const timed = !isTimeless(entry.phase);
      const earlier = timed ? meetings.filter((instance) => isBefore(positionOf(instance, use), trail.map((step) => step.index))) : meetings;
      if (earlier.length === 0) { say(`${entry.item} is registered after the route`); continue; }
      const visible = earlier.filter((instance) => leavesNoScope(instance, trail));
      if (visible.length === 0) { say(`${entry.item} stays inside the plugin that registered it`); continue; }
      const matching = visible.filter((instance) => mayMatch([...instance.mounts.map(formsOf), formsOf(use)], endpoint.segments));
      if (matching.length === 0) { say(`the path of ${entry.item} does not lead to ${endpoint.path}`); continue; }
      const arms = armsOf(trail);
      const together = matching.filter((instance) => [...instance.arms, ...use.arms].every((arm) => !excludes(arm, arms)));
      if (together.length === 0) { say(`${entry.item} and the route are in different arms of a branch`); continue; }
      const certain = together.filter((instance) => entry.conditional === true || [...instance.arms, ...use.arms].every((arm) => arms.some((own) => sameArm(own, arm))));
      if (certain.length === 0) { say(`${entry.item} is there under a condition only, and the entry does not say so`); continue; }
      if (!timed) continue;
      const positions = certain.map((instance) => positionOf(instance, use)).filter((position) => !isBefore(position, last));
      if (positions.length === 0) { say(`${entry.item} is registered before the entry it stands behind`); continue; }
      last = positions.reduce((first, position) => (isBefore(position, first) ? position : first));
    }
  }
}

/** The route's own middleware is in the chain as the route has it, behind everything that is not a hook. */
function checkOwnChain(endpoint: Endpoint, own: readonly MiddlewareId[], say: (message: string) => void): void {
  const entries = endpoint.chain.filter((entry) => entry.item === undefined).map((entry) => entry.middleware);
  if (entries.join(' ') !== own.join(' ')) say(`its own middleware is [${entries.join(' ')}], the route has [${own.join(' ')}]`);
  const first = endpoint.chain.findIndex((entry) => entry.item === undefined);
  if (first < 0) return;
  const late = endpoint.chain.slice(first).find((entry) => entry.item !== undefined && !entry.phase?.startsWith('hook:'));
  if (late !== undefined) say(`${late.item} stands behind the route's own middleware`);
}

function wrongEntry(entry: ChainEntry, use: Use, middlewares: ReadonlyMap<string, Middleware>): string | null {
  if (entry.middleware !== use.middleware) return `${use.id} registers ${use.middleware}, not ${entry.middleware}`;
  if (entry.phase !== use.phase) return `${use.id} has the phase ${use.phase ?? 'of ordinary middleware'}, not ${entry.phase ?? 'that of ordinary middleware'}`;
  if (use.phase === undefined && middlewares.get(use.middleware)?.facts?.continues === 'never') return `${use.middleware} of ${use.id} never passes control on`;
  return null;
}

const isTimeless = (phase: string | undefined): boolean => phase !== undefined && (phase.startsWith('param:') || phase.startsWith('hook:'));

/** All places of all routers, or null when there are too many. Terminates because of T4. */
function enumerate(roots: readonly RouterId[], located: ReadonlyMap<RouterId, readonly Located[]>): ReadonlyMap<RouterId, readonly Instance[]> | null {
  const instances = new Map<RouterId, Instance[]>();
  const queue: { readonly router: RouterId; readonly instance: Instance }[] =
    roots.map((root) => ({ router: root, instance: { root, mounts: [], position: [], arms: [] } }));
  for (let count = 0, next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (++count > MAXIMUM_INSTANCES) return null;
    const { router, instance } = next;
    instances.set(router, [...instances.get(router) ?? [], instance]);
    for (const mount of located.get(router) ?? []) {
      const target = targetOf(mount.item);
      if (target === undefined) continue;
      queue.push({
        router: target,
        instance: { root: instance.root, mounts: [...instance.mounts, mount], position: [...instance.position, mount.index], arms: [...instance.arms, ...mount.arms] },
      });
    }
  }
  return instances;
}

const positionOf = (instance: Instance, use: Located): readonly number[] => [...instance.position, use.index];

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
  if (item.kind === 'use' || item.kind === 'mount') return item.path.forms ?? [];
  // A known router below an unknown path: anything matches.
  return [[{ kind: 'wild' }]];
};

/**
 * Whether some spelling of a joined prefix can match the start of the path. Generous: what only the framework's matcher can
 * decide counts as a match.
 */
function mayMatch(steps: readonly (readonly (readonly Segment[])[])[], path: readonly Segment[]): boolean {
  const [first, ...rest] = steps;
  if (first === undefined) return true;
  return first.some((form) => {
    for (const [index, segment] of form.entries()) {
      const against = path[index];
      if (against === undefined) return takesAnything(segment);
      if (takesAnything(segment) || takesAnything(against)) return true;
      if (segment.kind === 'lit' && against.kind === 'lit' && segment.text.toLowerCase() !== against.text.toLowerCase()) return false;
    }
    return mayMatch(rest, path.slice(form.length));
  });
}

/** Could match several segments. */
const takesAnything = (segment: Segment): boolean => [...segmentsIn([segment])].some((piece) =>
  piece.kind === 'wild' || piece.kind === 'regexp' || piece.kind === 'hole' || (piece.kind === 'param' && piece.pattern !== undefined));
