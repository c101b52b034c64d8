import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { checkChains } from './chains.js';
import { checkConservation } from './conservation.js';
import { checkCredentialsAndLinks } from './credentials-and-links.js';
import { Earlier } from './earlier.js';
import { checkKept, checkLosses, checkSetLosses } from './losses.js';
import { checkMounts, checkSameRoots } from './mounts.js';
import { checkOrder, checkSameOrder } from './order.js';
import { checkPaths, checkSetPaths } from './paths.js';
import { checkPlaces, checkSetPlaces } from './places.js';
import { checkPlain, checkSetPlain } from './plain.js';
import { checkReferences, checkSetReferences } from './references.js';
import { checkSorting } from './sorting.js';
import { checkTrails } from './trails.js';
import { checkUniqueness } from './uniqueness.js';
import { Violations, type InvariantId, type Violation } from './violation.js';

/*
 * The verifier. It runs after `lower` and after every pass, always. A violation is our bug.
 *
 * RouteTree
 *   T1  ids are unique and every reference resolves
 *   T2  every node has a span, or says which rule made it
 *   T3  item order is registration order: item ids increase within a router, and no pass moves an item
 *   T4  the mount graph is acyclic, and the roots are exactly the declared ones     from `resolve-mounts` on
 *   T5  paths are segments and hold no framework syntax                             from `normalize-paths` on
 *   T6  every Opaque and every Hole names a reported diagnostic; no report gets lost
 *   T7  JSON-plain: no syntax nodes, dates, undefined, cycles; file names relative to the project
 * EndpointSet
 *   E1  method and path are unique, or `shadowedBy` is set                          from `resolve-shadowing` on
 *   E2  the trail leads from a root to the route; path, method, handler follow from it
 *   E3  conservation: endpoints = Σ routes × mount paths × forms of paths − recorded drops
 *   E4  chain order is execution order; every entry is met by a request             from `attach-middleware` on
 *   E5  every scheme and both ends of every link resolve
 *   E6  sorted by path, then by method                                              from `canonicalize` on
 *
 * Not checked, because the IR alone does not say it:
 *   - that the program registers what the IR says: golden and differential tests compare with sources and real servers
 *   - that a chain is complete: E4 refutes entries and does not miss any
 *   - how a framework's matcher decides between a pattern and a text: E4 takes a possible match for one
 *   - that the endpoint in `shadowedBy` really matches first, and that `conditional` is not set needlessly
 *   - E4 in programs whose routers are mounted in more than 20,000 places
 *   - E4 for the place of parameter callbacks and hooks in the chain
 *   - the contents of evidence, parameters and configurations: the model's schema and the pass's golden tests do
 */

export interface VerifyOptions {
  /** Which invariants hold at this point; the others are not checked. `lower` establishes `LOWERED`. */
  readonly established: Iterable<InvariantId>;
  /** What the pass was given, for the rules that compare: order, roots, reports. */
  readonly before?: Program | EndpointSet;
  /** Which invariants were verified of `before`: of what is the same object there and here, they hold still. */
  readonly held?: Iterable<InvariantId>;
  /** What the same pass gave of an earlier state of the program: all of `established` was verified of that. */
  readonly verified?: Program | EndpointSet | undefined;
}

/** What every program satisfies from the beginning. */
export const LOWERED: readonly InvariantId[] = ['T1', 'T2', 'T3', 'T6', 'T7'];

export const ALL_INVARIANTS: readonly InvariantId[] = ['T1', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7', 'E1', 'E2', 'E3', 'E4', 'E5', 'E6'];

/** Empty when all is well; otherwise what is wrong, rule by rule, in the order of the nodes. */
export function verifyProgram(program: Program, options: VerifyOptions): readonly Violation[] {
  const found = new Violations();
  verifyTree(program, new Set(options.established), earlierOf(options), options.before, found);
  if (options.before) checkKept(options.before.diagnostics, program, found);
  return found.list;
}

/** The set, and the program it was made from. */
export function verifyEndpointSet(set: EndpointSet, options: VerifyOptions): readonly Violation[] {
  const found = new Violations();
  const established = new Set(options.established);
  const earlier = earlierOf(options);
  verifyTree(set.program, established, earlier, options.before, found, set);
  for (const rule of ALL_INVARIANTS) {
    if (!established.has(rule)) continue;
    const known = earlier?.for(rule) ?? null;
    if (known?.ir !== set) SET_CHECKS[rule]?.(set, found, known);
  }
  if (options.before) checkKept(options.before.diagnostics, set, found);
  return found.list;
}

/** Either IR. */
export const verifyIr = (ir: Program | EndpointSet, options: VerifyOptions): readonly Violation[] =>
  ir.kind === 'program' ? verifyProgram(ir, options) : verifyEndpointSet(ir, options);

function earlierOf({ before, held, verified, established }: VerifyOptions): Earlier | null {
  if (verified !== undefined) return new Earlier(verified, new Set(established));
  return before === undefined ? null : new Earlier(before, new Set(held));
}

type Check<Ir> = (ir: Ir, found: Violations, earlier: Earlier | null, set?: EndpointSet) => void;

const TREE_CHECKS: Readonly<Partial<Record<InvariantId, Check<Program>>>> = {
  T1: checkReferences,
  T2: checkPlaces,
  T3: checkOrder,
  T4: checkMounts,
  T5: checkPaths,
  T6: checkLosses,
  T7: checkPlain,
};

const SET_CHECKS: Readonly<Partial<Record<InvariantId, Check<EndpointSet>>>> = {
  T1: checkSetReferences,
  T2: checkSetPlaces,
  T5: checkSetPaths,
  T6: checkSetLosses,
  T7: checkSetPlain,
  E1: checkUniqueness,
  E2: checkTrails,
  E3: checkConservation,
  E4: checkChains,
  E5: checkCredentialsAndLinks,
  E6: checkSorting,
};

/** Rules that look at nothing but the routers. */
const OF_ROUTERS: ReadonlySet<InvariantId> = new Set(['T3', 'T4', 'T5']);

/** @param set the endpoint set that the tree is the proof of; it may hold diagnostics that the tree names */
function verifyTree(
  program: Program,
  established: ReadonlySet<InvariantId>,
  earlier: Earlier | null,
  before: Program | EndpointSet | undefined,
  found: Violations,
  set?: EndpointSet,
): void {
  for (const rule of ALL_INVARIANTS) {
    if (!established.has(rule)) continue;
    const known = earlier?.for(rule) ?? null;
    if (
      known !== null &&
      (known.program === program ||
        (OF_ROUTERS.has(rule) && known.program.routers === program.routers && known.program.roots === program.roots))
    )
      continue;
    TREE_CHECKS[rule]?.(program, found, known, set);
  }
  if (before === undefined) return;
  if (established.has('T3')) checkSameOrder(before, program, found);
  if (established.has('T4')) checkSameRoots((before.kind === 'program' ? before : before.program).roots, program, found);
}
