import {
  diagnosticId,
  fillSlots,
  ownerOf,
  type Catalogue,
  type Diagnostic,
  type DiagnosticArguments,
  type DiagnosticId,
  type EndpointSet,
  type InvariantId,
  type Place,
  type Program,
} from '@tool/ir';

/** The two IRs a pass can read or write, by their `kind`. */
export interface Stages {
  program: Program;
  'endpoint-set': EndpointSet;
}
export type Stage = keyof Stages;

/** What a pass may use beside its input: nothing but a way to report. A pass has no clock, no files and no randomness. */
export interface PassContext {
  /** Adds a diagnostic to the output's list and returns its id, which continues the input's numbering. */
  report<Entries extends Catalogue, Code extends keyof Entries & string>(
    catalogue: Entries,
    code: Code,
    values: DiagnosticArguments<Entries[Code]>,
    place: Place,
    related?: Diagnostic['related'],
  ): DiagnosticId;
}

export interface PassDefinition<From extends Stage, To extends Stage> {
  /** Kebab-case; the file and the page beside it have the same name. */
  readonly name: string;
  readonly from: From;
  readonly to: To;
  /** Invariants the input must hold; the pipeline's test checks that an earlier pass (or `lower`) established them. */
  readonly requires: readonly InvariantId[];
  /** Invariants that hold from here on. */
  readonly establishes: readonly InvariantId[];
  /**
   * What the pass looks at in what handlers do, and in errors. Absent: it may look at all of it. A pass that says this hands handlers and errors on as
   * they are, and is not run again after an edit that has changed nothing else in its input.
   */
  readonly asksOfHandlers?: (program: Program) => unknown;
  /** Pure: never changes its input. Diagnostics go through the context. */
  readonly run: (ir: Stages[From], context: PassContext) => Stages[To];
}

export interface Pass<From extends Stage = Stage, To extends Stage = Stage> extends Omit<PassDefinition<From, To>, 'run'> {
  /** Runs the pass and appends what it reported to the `diagnostics` of its output. */
  readonly run: (ir: Stages[From]) => Stages[To];
}

/** Declares a pass: a value with a name, the IRs it maps between and the invariants it needs and gives. */
export function definePass<From extends Stage, To extends Stage>(definition: PassDefinition<From, To>): Pass<From, To> {
  return { ...definition, run: (ir) => withReports(ir.diagnostics, (context) => definition.run(ir, context)) };
}

/** Ids continue the numbering of the input: `d7` after `d6`, whatever gaps came before. */
function withReports<Output extends Program | EndpointSet>(known: readonly Diagnostic[], run: (context: PassContext) => Output): Output {
  let next = known.reduce((highest, diagnostic) => Math.max(highest, Number(diagnostic.id.slice(1)) + 1), 0);
  const reported: Diagnostic[] = [];
  const output = run({
    report(catalogue, code, values, place, related = []) {
      const definition = catalogue[code]!;
      const id = diagnosticId(next++);
      reported.push({
        id,
        code: `${ownerOf(catalogue)}/${code}`,
        severity: definition.severity,
        message: fillSlots(definition.message, values),
        place,
        related,
        ...(definition.help === undefined ? {} : { help: fillSlots(definition.help, values) }),
        loss: definition.loss,
      });
      return id;
    },
  });
  return reported.length === 0 ? output : { ...output, diagnostics: [...output.diagnostics, ...reported] };
}
