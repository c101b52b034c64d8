import { Leaves } from './leaves.js';
import { ErrorKinds } from './error-kinds.js';
import { OneRun } from './one-run.js';
import type { Lowering } from '../lowering.js';

/**
 * Runs the functions that may hand their requests to a package with routes of its own (`fetchRequestHandler({ router, request })`), as it runs them
 * later for what they do, and registers these routes. It is a part of the set-up: what decides on them is what the functions call now.
 */
export function registerHandedOver({ evaluator, realm, builder, options, graph }: Lowering, sources: readonly string[]): void {
  const packages = new Set(options.adapters.flatMap(({ answers }) => answers ?? []));
  if (!sources.some((file) => graph.of(file).packages.some((name) => packages.has(name)))) return;
  const around = {
    evaluator,
    realm,
    errors: new ErrorKinds(evaluator),
    leaves: new Leaves([]),
    members: new Leaves([]),
    kept: [],
    of: new Map<never, never>(),
    hasPatience: () => false,
  };
  builder.handOn((entry) => {
    builder.muted = true;
    const { recorder } = new OneRun(around, entry, entry.observe!, null);
    builder.muted = false;
    recorder.isHeld = true;
    for (const node of recorder.used.functions) evaluator.called.add(node);
    const { answers, failures, reads } = recorder.behaviour();
    const isGuard = failures.length > 0 || answers.some(({ status }) => status !== null && status >= 400);
    return { handed: recorder.handed, isGuard, reads };
  });
}
