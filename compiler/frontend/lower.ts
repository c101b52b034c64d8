import path from 'node:path';
import type { Program } from '@tool/ir';
import type { Site } from '../evaluator/index.js';
import { registerHandedOver } from './requests/handed-over.js';
import { observeAll, type Behaviours } from './requests/behaviours.js';
import { BodyEdits } from './rescan/body-edits.js';
import { pathDiagnostics } from './diagnostics.js';
import { excluder } from './sources/excluder.js';
import { isEsm } from './resolution/exports-by-text.js';
import { keptSources, type KeptSources } from './rescan/kept-sources.js';
import type { LowerOptions } from './lower-options.js';
import { Lowering } from './lowering.js';
import type { Manifest } from './sources/manifest.js';
import type { ChangedFunctions, ObservationLog } from './requests/observation-log.js';
import type { Observations } from './sources/observations.js';
import { Programs } from './programs.js';
import { startsNoServer } from './resolution/source-graph.js';
import { treeOf } from './sources/source-tree.js';
import { unmodelledFrameworks } from './unmodelled-frameworks.js';
import { usesTheSame } from './resolution/unread-imports.js';

export interface Lowered {
  readonly program: Program;
  readonly manifest: Manifest | null;
  readonly language: 'typescript' | 'javascript';
  readonly files: { readonly listed: number; readonly parsed: number };
  /** Modules of adapters that the program imported, by adapter. */
  readonly used: ReadonlyMap<string, readonly string[]>;
  /** Files that run as programs, relative to the project. */
  readonly entries: readonly string[];
  readonly steps: number;
  /** How many programs the type checker needed: none while syntax says what types mean. */
  readonly typePrograms: number;
  /** What was learned of the disk; only when it was asked for. */
  readonly observations?: Observations;
  /**
   * The same of sources in which these files, and nothing else, have changed, where that takes less than all of it; null when it does, and when nothing
   * was kept. It is asked for once: the one it was asked of must not be used any more.
   */
  again(changed: readonly string[]): Lowered | null;
  /** What can be kept for doing all of it, where `again` gave null for the same files. */
  sources(changed: readonly string[]): KeptSources | null;
}

/** What the set-up of the programs has come to. */
interface SetUp {
  readonly lowering: Lowering;
  /** All that the project holds and the configuration does not exclude, absolute. */
  readonly sources: readonly string[];
  /** Files that have run as programs, absolute. */
  readonly ran: readonly string[];
  readonly manifest: Manifest | null;
  readonly language: Lowered['language'];
  /** What the builder held when the set-up had run. */
  readonly remembered: ReturnType<Lowering['builder']['remember']>;
}

/** What an earlier time knew, and what has changed since. */
interface Before {
  readonly log: ObservationLog;
  readonly changed: ChangedFunctions;
}

/** By itself: a function made where the lowering is known would hold all that it knows. */
const keptNothing = (): null => null;

/**
 * Sources → RouteTree: finds what starts a server, runs it in the evaluator with the models of the adapters and libraries, and collects what
 * they emit.
 */
export function lower(options: LowerOptions): Lowered {
  return finish(setUp(new Lowering(options)))!;
}

/** Runs the programs, and says what of the project could not be read. */
function setUp(lowering: Lowering): SetUp {
  const { options, files, builder, evaluator } = lowering;
  const sources = [...files.sources(excluder(options.exclude ?? []))];
  options.onProgress?.({ phase: 'list', files: sources.length });
  const manifest = rootManifest(lowering);
  const programs = new Programs(lowering);
  if (options.entries?.length) programs.runConfigured(options.entries);
  else programs.runFound(sources);
  builder.settle(true);
  evaluator.drain();
  registerHandedOver(lowering, sources);
  builder.settleRoutesInFront();
  reportUnmodelled(lowering, sources);
  reportUnreadable(lowering);
  return {
    lowering,
    sources,
    ran: programs.ran,
    manifest,
    language: languageOf(programs.ran, [...lowering.trees.parsed.keys()], sources),
    remembered: builder.remember(),
  };
}

const rootManifest = ({ files }: Lowering): Manifest | null => files.manifestOf(path.join(files.root, 'x'));

/** The language of the programs, or of most of what they run: a JavaScript file may only start a compiler. Without one, that of the sources. */
function languageOf(ran: readonly string[], run: readonly string[], sources: readonly string[]): Lowered['language'] {
  const own = run.filter((file) => !file.includes('/node_modules/'));
  return (ran.length > 0 ? ran : sources).some(isTypeScript) || own.filter(isTypeScript).length * 2 > own.length
    ? 'typescript'
    : 'javascript';
}

const isTypeScript = (file: string): boolean => /\.[cm]?tsx?$/.test(file);

function reportUnmodelled({ options, files, graph, trees, modules, builder }: Lowering, sources: readonly string[]): void {
  const looked = options.entries?.length ? [...trees.parsed.keys()] : sources.filter((file) => !startsNoServer(files.display(file)));
  for (const { title, module, file, line, column } of unmodelledFrameworks(
    files,
    graph,
    looked,
    (name) => modules.has(name) || modules.isFramework(name),
  )) {
    builder.report(pathDiagnostics, 'unmodelled-framework', { title, module }, {
      span: { file: files.display(file), line, column },
    } as Site);
  }
}

function reportUnreadable(lowering: Lowering): void {
  const { files } = lowering;
  for (const problem of files.problems) {
    if (/\.[cm]?[jt]sx?$/.test(problem.path) && !startsNoServer(files.display(problem.path)))
      lowering.report('unreadable-file', { file: files.display(problem.path), why: problem.why });
  }
}

/** What is left to do when the set-up has run; null when what was known before does not help. */
function finish(done: SetUp, before?: Before): Lowered | null {
  const { lowering, sources, ran, manifest, language } = done;
  const { options, files, builder, types, trees, modules, evaluator } = lowering;
  const behaviours = options.contracts === false ? null : observe(lowering, before);
  if (behaviours === null && options.contracts !== false) return null;
  const program = builder.build((file) => files.manifestOf(file) === null && !options.entries?.length, behaviours);
  return {
    program,
    manifest,
    language,
    files: { listed: sources.length, parsed: [...trees.parsed.values()].filter((source) => source !== null).length },
    typePrograms: types.programs,
    used: modules.used,
    entries: ran.map((file) => files.display(file)),
    steps: evaluator.fuel.steps,
    ...(options.observe && { observations: files.observations() }),
    again: options.keep !== true ? keptNothing : (changed) => again(done, behaviours, changed),
    sources: options.keep !== true ? keptNothing : (changed) => keptSources(lowering, changed),
  };
}

/** Runs the functions that serve requests; what they register says nothing of the set-up. */
function observe({ options, evaluator, realm, builder, types }: Lowering, before?: Before): Behaviours | null {
  builder.muted = true;
  const chains = builder.routeChains();
  const functions = builder.observed,
    repeated = builder.repeated(chains);
  const behaviours = observeAll({ evaluator, realm, functions, repeated, chains, types, fuel: options.fuelForRequests }, before);
  builder.muted = false;
  for (const { uses } of behaviours?.log.runs.values() ?? [])
    for (const [site, what] of uses.registered) builder.report(pathDiagnostics, 'registered-while-serving', { what }, site);
  const [first] = behaviours?.unobserved ?? [];
  if (first) builder.report(pathDiagnostics, 'not-followed', { functions: String(behaviours!.unobserved.length) }, first.site);
  for (const { site, value } of behaviours?.cut ?? [])
    builder.report(pathDiagnostics, 'cut-short', { name: evaluator.describe(value) || 'This function' }, site);
  for (const { site, value, by } of behaviours?.elsewhere ?? [])
    builder.report(pathDiagnostics, 'answered-by-package', { name: evaluator.describe(value) || 'This function', module: by }, site);
  return behaviours;
}

/** Takes the edits of function bodies in, and finishes once more from what the set-up had come to. */
function again(done: SetUp, behaviours: Behaviours | null, changed: readonly string[]): Lowered | null {
  const { evaluator, files, graph, places, types, textsRead, host, trees, exportsByText, builder } = done.lowering;
  const edits = new BodyEdits({
    evaluator,
    files,
    graph,
    places,
    types,
    textsRead,
    hasHints: host.hasHints,
    isEsm,
    parsed: trees.parsed,
    typeTrees: trees.typeTrees,
    parse: treeOf,
    exportsTheSame: (file) => exportsByText.answersTheSame(file),
    elides: usesTheSame,
  });
  const functions = edits.apply(changed);
  if (functions === null) return null;
  builder.recall(done.remembered);
  return finish(done, behaviours ? { log: behaviours.log, changed: functions } : undefined);
}
