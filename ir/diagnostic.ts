import type { DiagnosticId } from './nodes/ids.js';
import type { Place } from './nodes/span.js';

export type Severity = 'error' | 'warning' | 'info';

/** What is missing from the model because of it: nothing, exactness, some of it, or a registration as a whole. */
export type Loss = 'none' | 'approximate' | 'partial' | 'dropped';

export interface Diagnostic {
  readonly id: DiagnosticId;
  /** `owner/kebab-name`; never renamed. */
  readonly code: string;
  readonly severity: Severity;
  /** What is wrong and why it matters. */
  readonly message: string;
  readonly place: Place;
  readonly related: readonly { readonly place: Place; readonly message: string }[];
  /** What to do. */
  readonly help?: string;
  readonly loss: Loss;
}

/** One entry of a catalogue. `message` and `help` may hold `{name}` slots. */
export interface DiagnosticDefinition {
  readonly severity: Severity;
  readonly loss: Loss;
  readonly message: string;
  readonly help?: string;
}

type Slots<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/** The slots that a definition's message and help name: a missing or misspelt one is a type error at the report. */
export type DiagnosticArguments<Definition extends DiagnosticDefinition> = Record<
  Slots<Definition['message']> | (Definition['help'] extends string ? Slots<Definition['help']> : never),
  string
>;

export type Catalogue = Readonly<Record<string, DiagnosticDefinition>>;

/** Where a catalogue keeps its owner: a symbol, so that the owner is no entry. */
const owner = Symbol('owner');

/** Declares the codes of one owner. Keys are kebab-case; the full code is `owner/key`. */
export function defineCatalogue<const Entries extends Catalogue>(ownerName: string, entries: Entries): Entries {
  return Object.defineProperty({ ...entries }, owner, { value: ownerName, enumerable: false });
}

/** The owner that `defineCatalogue` was given. */
export const ownerOf = (catalogue: Catalogue): string => (catalogue as { readonly [owner]?: string })[owner] ?? 'core';

/** Fills the `{name}` slots of a catalogue text; a slot without a value stays as it is. */
export const fillSlots = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);

/** Our own mistake: an invariant does not hold. Never used for what a user's source can cause. */
export class Bug extends Error {
  override readonly name = 'Bug';
  constructor(
    readonly rule: string,
    message: string,
  ) {
    super(`${rule}: ${message}`);
  }
}

/** Throws a `Bug` that names the rule (`T4`, `E2`, …) unless the condition holds. */
export function invariant(condition: unknown, rule: string, message: string): asserts condition {
  if (!condition) throw new Bug(rule, message);
}
