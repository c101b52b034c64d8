import { Bug, LOWERED, invariant, printIr, verifyIr, type EndpointSet, type InvariantId, type Program } from '@tool/ir';
import type { Dump } from './dump.js';
import { assignIdentity } from './passes/assign-identity.js';
import { attachMiddleware } from './passes/attach-middleware.js';
import { canonicalize } from './passes/canonicalize.js';
import { flattenPrefixes } from './passes/flatten-prefixes.js';
import { inferContracts } from './passes/infer-contracts.js';
import { inferLinks } from './passes/infer-links.js';
import { inferSecurity } from './passes/infer-security.js';
import { normalizePaths } from './passes/normalize-paths.js';
import type { Pass } from './passes/pass.js';
import { resolveMounts } from './passes/resolve-mounts.js';
import { resolveShadowing } from './passes/resolve-shadowing.js';
import { shared } from './shared.js';

export type Ir = Program | EndpointSet;

/** The passes after `lower`, in the order in which they run: the only place that says it. Each has a page beside its file. */
// oxlint-disable-next-line @typescript-eslint/no-explicit-any -- that each takes what the one before gives is checked when they run
export const passes: readonly Pass<any, any>[] = [
  normalizePaths,
  resolveMounts,
  flattenPrefixes,
  attachMiddleware,
  resolveShadowing,
  assignIdentity,
  inferContracts,
  inferSecurity,
  inferLinks,
  canonicalize,
];

export interface PipelineOptions {
  /** Print the IR after these passes (`lower` is the input); `all` prints after each. */
  readonly trace?: 'all' | readonly string[];
  /** End after the pass of this name; before `flatten-prefixes` there is no set then. */
  readonly stopAfter?: string;
  /** The stages of an earlier state of the same program: what is the same in them is not made, and not verified, again. */
  readonly before?: readonly Ir[];
}

export interface PipelineResult {
  /** What the last pass that ran gave. */
  readonly ir: Ir;
  /** The same, when it is an endpoint set. Reading it throws when the run stopped before there was one. */
  readonly set: EndpointSet;
  /** The input, and what each pass gave. */
  readonly stages: readonly Ir[];
  /** In pass order, for the passes that `trace` names; empty without it. */
  readonly dumps: readonly Dump[];
}

/** A pass broke an invariant or threw: our own mistake, with what is needed to find it. */
export class PassFailure extends Bug {
  /** @param pass the pass whose output is wrong; `lower` for the pipeline's input */
  constructor(
    rule: string,
    message: string,
    readonly pass: string,
    private readonly last: Ir | null,
    options?: { readonly cause: unknown },
  ) {
    super(rule, message);
    if (options) this.cause = options.cause;
  }

  /** The last IR in which everything held, as text; null when the input was wrong already. */
  get dump(): string | null {
    return this.last === null ? null : printIr(this.last);
  }
}

/**
 * Runs the passes in their order and verifies after each one, always.
 *
 * @throws PassFailure with the invariant (`E2: …`) or, when a pass threw, the name of the pass as the rule
 */
export function runPipeline(program: Program, options: PipelineOptions = {}): PipelineResult {
  const { trace, stopAfter, before: earlier = [] } = options;
  invariant(
    stopAfter === undefined || stopAfter === 'lower' || passes.some((pass) => pass.name === stopAfter),
    'pipeline',
    `there is no pass "${stopAfter}"`,
  );
  const wanted = (name: string): boolean => trace === 'all' || (trace?.includes(name) ?? false);
  const established = new Set<InvariantId>(LOWERED);
  const dumps: Dump[] = [];
  let ir: Ir = shared(program, earlier[0]);
  const stages: Ir[] = [ir];
  check('lower', ir, null, established, new Set(), earlier[0]);
  if (wanted('lower')) dumps.push({ pass: 'lower', text: printIr(ir), changed: true });
  for (const pass of stopAfter === 'lower' ? [] : passes) {
    const before: Ir = ir;
    const then = earlier[stages.length];
    invariant(before.kind === pass.from, pass.name, `reads a ${pass.from} and was given a ${before.kind}`);
    try {
      ir = (then && unchanged(pass, before, earlier[stages.length - 1]!, then)) ?? shared(pass.run(before) as Ir, then);
    } catch (error) {
      throw error instanceof Bug
        ? new PassFailure(error.rule, `${pass.name}: ${error.message}`, pass.name, before, { cause: error })
        : new PassFailure(pass.name, error instanceof Error ? error.message : String(error), pass.name, before, { cause: error });
    }
    const held = new Set(established);
    for (const rule of pass.establishes) established.add(rule);
    stages.push(ir);
    check(pass.name, ir, before, established, held, then);
    if (wanted(pass.name)) dumps.push({ pass: pass.name, text: printIr(ir), changed: ir !== before && printIr(ir) !== printIr(before) });
    if (pass.name === stopAfter) break;
  }
  return {
    ir,
    get set(): EndpointSet {
      invariant(ir.kind === 'endpoint-set', 'pipeline', `stopped after ${stopAfter}, before there was an endpoint set`);
      return ir;
    },
    stages,
    dumps,
  };
}

/**
 * What a pass gives without being run: what it gave, where all that it looks at is the same; else null.
 * @param input what it was given then
 */
function unchanged(pass: Pick<Pass, 'asksOfHandlers'>, before: Ir, input: Ir, then: Ir): Ir | null {
  // Texts of what it reported name lines, which may be others now.
  if (then.diagnostics !== input.diagnostics) return null;
  if (before === input) return then;
  const [now, old] = [before, input].map((ir) => (ir.kind === 'program' ? ir : ir.program)) as [Program, Program];
  const { asksOfHandlers: asks } = pass;
  const isSame =
    asks &&
    (before.kind === 'program' || sameBut(['program'], before, input)) &&
    sameBut(OF_HANDLERS, now, old) &&
    now.handlers.length === old.handlers.length &&
    now.handlers.every((handler, index) => handler === old.handlers[index] || sameBut(['behaviour'], handler, old.handlers[index]!)) &&
    JSON.stringify(asks(now)) === JSON.stringify(asks(old));
  if (!isSame) return null;
  const { handlers: _handlers, errors: _errors, errorHandling: _handling, ...others } = then.kind === 'program' ? then : then.program;
  const program: Program = { ...now, ...others };
  return then.kind === 'program' ? program : { ...then, program };
}

const OF_HANDLERS: readonly string[] = ['handlers', 'errors', 'errorHandling'];

/** Whether two nodes have the very same parts, except those of these names. */
function sameBut(names: readonly string[], now: object, before: object): boolean {
  const [one, other] = [now, before] as readonly Readonly<Record<string, unknown>>[];
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].every((key) => names.includes(key) || one![key] === other![key]);
}

/**
 * @param held what was verified of `before`
 * @param verified what was verified after the same pass of an earlier run
 */
function check(
  pass: string,
  ir: Ir,
  before: Ir | null,
  established: ReadonlySet<InvariantId>,
  held: ReadonlySet<InvariantId>,
  verified: Ir | undefined,
): void {
  const violations = ir === verified ? [] : verifyIr(ir, { established, verified, ...(before ? { before, held } : {}) });
  const [first, ...more] = violations;
  if (!first) return;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  throw new PassFailure(first.rule, `after ${pass}: ${first.subject} ${first.message}${rest}`, pass, before);
}
