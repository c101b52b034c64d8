import type { PreparedRequest, PreparedStep, PreparedWorkflow } from '../prepare/prepared.js';

/** A request of a workflow, those of the workflows it uses among them. */
export interface FlatStep {
  /** With the names of the steps that use its workflow. */
  readonly name: string;
  readonly request: PreparedRequest;
  readonly cleanup: boolean;
  /** It runs under a condition or in a loop, its own or that of a step that uses it. */
  readonly isConditional: boolean;
  readonly isLooped: boolean;
  /** Sources of the values that `with` sets before it, by address. */
  readonly given: ReadonlyMap<string, unknown>;
}

/** The requests of a workflow in their order: formats without a shared memory have no other way to say `use`. */
export function flatten(workflow: PreparedWorkflow): FlatStep[] {
  const walk = (steps: readonly PreparedStep[], prefix: string, inherited: Omit<FlatStep, 'name' | 'request'>): FlatStep[] =>
    steps.flatMap((step): FlatStep[] => {
      const own = {
        cleanup: inherited.cleanup || step.cleanup,
        isConditional: inherited.isConditional || step.condition !== undefined,
        isLooped: inherited.isLooped || step.forEach !== undefined,
        given: inherited.given,
      };
      if (step.kind === 'request') return [{ name: prefix + step.name, request: step, ...own }];
      return walk(step.workflow.steps, `${prefix}${step.name} › `, {
        ...own,
        given: new Map([...own.given, ...Object.entries(step.step.with ?? {})]),
      });
    });
  const steps = walk(workflow.steps, '', { cleanup: false, isConditional: false, isLooped: false, given: new Map() });
  return [...steps.filter(({ cleanup }) => !cleanup), ...steps.filter(({ cleanup }) => cleanup)];
}
