import type { Finding, Model, Workflow } from '../../schemas/index.js';

/** A workflow file of the project; `workflow` is null when it cannot be read. `problem` says why, or why it cannot work. */
export interface WorkflowEntry {
  /** Path relative to the project. */
  readonly file: string;
  readonly workflow: Workflow | null;
  readonly problem?: string;
}

/** Source files that changed. */
export interface ChangedFiles {
  /** Paths relative to the project, with forward slashes; files that are gone included. */
  readonly files: readonly string[];
  /** Where this is known from, for people: `the change log, since …`. */
  readonly from: string;
}

/** Which file imports which. Paths are relative to the project, with forward slashes. */
export interface ImportGraph {
  /** The files that a file imports directly; empty for one that is not there. */
  importsOf(file: string): readonly string[];
}

/** What an agent may look at. What is costly to get is a function: an agent that does not need it does not pay for it. */
export interface AgentInput {
  readonly model: Model;
  /** The model as it was when `model-watcher` last looked; null before the first time. */
  readonly snapshot: () => Model | null;
  readonly workflows: () => Promise<readonly WorkflowEntry[]>;
  readonly changes: () => Promise<ChangedFiles>;
  /** @param gone files that are not there any more, and whose importers are wanted all the same */
  readonly imports: (gone: readonly string[]) => Promise<ImportGraph>;
}

export interface Outcome {
  /** The result in a sentence. */
  readonly summary: string;
  readonly findings: readonly Finding[];
}

/** A deterministic look at the model: the same input gives the same findings. */
export interface Agent {
  readonly name: string;
  /** What it answers, for `tool agent list`. */
  readonly description: string;
  /** Whether the model becomes the snapshot that its next run compares with. */
  readonly takesSnapshot?: boolean;
  readonly run: (input: AgentInput) => Promise<Outcome>;
}

const ORDER: readonly Finding['severity'][] = ['error', 'warning', 'info'];

/** Most severe first; findings of one severity stay in the order in which they were made. */
export const bySeverity = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));

export const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

export const nameOf = (endpoint: { readonly method: string; readonly path: string }): string => `${endpoint.method} ${endpoint.path}`;
