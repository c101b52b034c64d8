import type { Endpoint, Retry, Step, Workflow } from '../../../schemas/index.js';
import type { Condition } from '../checks/condition.js';
import type { Expectation } from '../checks/expectation.js';
import type { Placeholder, Template } from '../template/template.js';
import type { TemplateTree } from '../template/template-tree.js';

/** A workflow whose templates are parsed and whose parts are found: what is run any number of times. */
export interface PreparedWorkflow {
  readonly name: string;
  /** As messages and reports show it; absent for a workflow that is no file. */
  readonly file: string | undefined;
  /** As it is written in the file. */
  readonly source: Workflow;
  /** Steps in the order in which they run: clean-up steps last, otherwise as in the file. */
  readonly steps: readonly PreparedStep[];
}

/** `<scope>:<name>`, and where its value is read. */
export interface PreparedCapture {
  readonly scope: string;
  readonly key: string;
  readonly from: CaptureSource;
}

/** A dotted path in the body, `header:<Name>`, `cookie:<name>`, or `response:status`. */
export type CaptureSource =
  | { readonly kind: 'body'; readonly path: string }
  | { readonly kind: 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'status' };

interface PreparedBase {
  readonly step: Step;
  /** Where it is in its file, as a JSON pointer. */
  readonly pointer: string;
  readonly name: string;
  readonly cleanup: boolean;
  readonly condition: Condition | undefined;
  readonly forEach: TemplateTree | undefined;
  /** Everything between braces in it, that of its condition included. */
  readonly placeholders: readonly Placeholder[];
  /** Keys of all `{{human:…}}` in it: they are asked for before the step begins. */
  readonly humans: readonly string[];
  /** Memory addresses (`scope:key`) that it needs to begin at all; those in its condition are not among them. */
  readonly needs: readonly string[];
}

export interface PreparedRequest extends PreparedBase {
  readonly kind: 'request';
  readonly method: string;
  readonly path: Template;
  readonly query: readonly (readonly [name: string, value: TemplateTree])[];
  /** Names as written; `headers` first, `inject` after them. */
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body: TemplateTree | undefined;
  /** Media type of the body, from the step's own header or from the model. */
  readonly contentType: string | undefined;
  /** The endpoint of the model that it calls, if the model has it. */
  readonly endpoint: Endpoint | undefined;
  /** Security scheme to log in for. */
  readonly auth: readonly string[] | undefined;
  readonly captures: readonly PreparedCapture[];
  readonly captureInputs: readonly PreparedCapture[];
  readonly expectation: Expectation;
  readonly retry: Retry | undefined;
  readonly timeoutMs: number | undefined;
}

export interface PreparedUse extends PreparedBase {
  readonly kind: 'use';
  readonly workflow: PreparedWorkflow;
  /** Values that are remembered before the other workflow begins. */
  readonly with: readonly (readonly [scope: string, key: string, value: TemplateTree])[];
}

export type PreparedStep = PreparedRequest | PreparedUse;
