import path from 'node:path';
import { ts } from '../typescript/index.js';
import type { DiagnosticId, Program, Span } from '@tool/ir';
import type { Adapter, LibraryModel, ModuleModel, Value } from '@tool/scanner-sdk';
import {
  Evaluator, HostRealm, evaluatorDiagnostics, exportOf, moduleOf, runModule, settlePending, type EvaluatorHost, type ModuleRecord, type Obj, type Site,
} from '../evaluator/index.js';
import { observeAll } from './behaviours.js';
import { BodyEdits } from './body-edits.js';
import { pathDiagnostics } from './diagnostics.js';
import { packageFolder, runUnread, startedByCommand, startsItself, statedEntries } from './entries.js';
import { excluder } from './excluder.js';
import { ModuleResolution } from './module-resolution.js';
import type { ChangedFunctions, ObservationLog } from './observation-log.js';
import type { Observations } from './observations.js';
import type { Manifest } from './manifest.js';
import { versionOf } from './package-version.js';
import { parseData } from './parse-data.js';
import { Places, positionOf } from './places.js';
import { callUnusedExports, serveDefaultExport } from './program-exports.js';
import { ProjectFiles } from './project-files.js';
import { SourceGraph, startsNoServer } from './source-graph.js';
import { deepPlace, treeOf } from './source-tree.js';
import { TreeBuilder } from './tree-builder.js';
import { TypeChecker } from './type-checker.js';
import { unmodelledFrameworks } from './unmodelled-frameworks.js';
import { runUnreadImports, usesTheSame } from './unread-imports.js';

export interface LowerOptions {
  readonly root: string;
  readonly entries?: readonly string[];
  readonly exclude?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly adapters: readonly Adapter[];
  readonly libraries: readonly LibraryModel[];
  /** Without contracts handlers are not run: routes and chains only. */
  readonly contracts?: boolean;
  /** Adapters that could not be loaded, to be said. */
  readonly problems?: readonly { readonly code: 'adapter-not-loaded' | 'adapter-version'; readonly args: Readonly<Record<string, string>> }[];
  readonly onProgress?: (progress: { readonly phase: string; readonly files: number }) => void;
  /** Whether to tell what was learned of the disk. */
  readonly observe?: boolean;
  /** Whether `again` is to be asked. It keeps the trees of all files, which is most of the memory of a scan. */
  readonly keep?: boolean;
}

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
}

/** Outside of `lower`: a function of its would hold all that it knows. */
const keptNothing = (): null => null;

/** Steps without effect in a program when another one serves already. */
const SECOND_PROGRAM_QUIET = 10_000;

/** Full fuel for an entry; a call chain below it gets what is left. */
const ENTRY_FUEL = 4_000_000;

/**
 * Sources → RouteTree: finds what starts a server, runs it in the evaluator with the models of the adapters and libraries, and collects what
 * they emit.
 */
export function lower(options: LowerOptions): Lowered {
  const files = new ProjectFiles(options.root, options.observe === true);
  const models = new Map<string, { readonly model: ModuleModel; readonly owner: string }>();
  for (const adapter of options.adapters) for (const [name, model] of Object.entries(adapter.modules)) if (!models.has(name)) models.set(name, { model, owner: adapter.id });
  for (const library of options.libraries) for (const [name, model] of Object.entries(library.modules)) if (!models.has(name)) models.set(name, { model, owner: '' });
  const frameworks = new Set(options.adapters.flatMap((adapter) => adapter.packages));
  const used = new Map<string, string[]>();

  let evaluator: Evaluator;
  const places = new Places((file) => files.display(file));
  const spanOfNode = (module: ModuleRecord, node: ts.Node): Span => places.at(module.source, positionOf(node, module.source));
  const builder = new TreeBuilder(() => evaluator, spanOfNode);
  const reportAt = (code: keyof typeof pathDiagnostics, args: Record<string, string>): DiagnosticId => builder.report(pathDiagnostics, code, args, null);
  for (const problem of options.problems ?? []) reportAt(problem.code, { ...problem.args });
  const resolution = new ModuleResolution(files, (name) => models.has(name), (file, why) => reportAt('broken-tsconfig', { file: files.display(file), why }),
    (target) => options.adapters.map((adapter) => adapter.generated?.(target, (file) => (files.exists(file) === 'file' ? files.readText(file) : null)) ?? null).find((name) => name !== null) ?? null);
  const exported = new Map<string, ReadonlySet<string>>();
  /** Names that the model of a module exports. */
  const exportsOf = (name: string): ReadonlySet<string> => {
    let names = exported.get(name);
    if (!names) {
      const value = models.has(name) ? realm.load(models.get(name)!.model, models.get(name)!.owner) : null;
      exported.set(name, names = new Set(value?.kind === 'object' ? [...((value as Obj).props?.keys() ?? [])].filter((key): key is string => typeof key === 'string') : []));
    }
    return names;
  };
  const graph = new SourceGraph(files, resolution, (name) => frameworks.has(name), exportsOf);

  const parsed = new Map<string, ts.SourceFile | null>();
  // Files that the type checker reads and no program has run yet. There is one tree of each file: types are asked for its nodes.
  const typeTrees = new Map<string, ts.SourceFile | null>();
  const parse = (file: string): ts.SourceFile | null => {
    const known = parsed.get(file);
    if (known !== undefined) return known;
    const text = files.readText(file);
    let source: ts.SourceFile | null = null;
    if (text !== null) {
      source = typeTrees.get(file) ?? treeOf(file, text);
      if (source === null) {
        parsed.set(file, null);
        builder.report(evaluatorDiagnostics, 'too-deep', { what: files.display(file) }, { span: { file: files.display(file), ...deepPlace(text) } } as Site);
        return null;
      }
      const errors = (source as ts.SourceFile & { parseDiagnostics?: readonly ts.Diagnostic[] }).parseDiagnostics ?? [];
      const first = errors.find(isConflictMarker) ?? errors.find((error) => error.category === ts.DiagnosticCategory.Error);
      parsed.set(file, source);
      if (first) {
        const record = moduleOf(evaluator, file);
        const { line, character } = source.getLineAndCharacterOfPosition(first.start ?? 0);
        const place = { file: files.display(file), line: line + 1, column: character + 1 };
        builder.report(evaluatorDiagnostics, 'syntax-error', { what: isConflictMarker(first) ? 'git left a conflict marker here, so a merge is half done, and only its first side was read.' : ts.flattenDiagnosticMessageText(first.messageText, ' ') }, record && ({ span: place } as Site));
      }
      options.onProgress?.({ phase: 'evaluate', files: parsed.size });
    }
    parsed.set(file, source);
    return source;
  };

  const types = new TypeChecker({
    files, placeOf: (node) => places.at(node.getSourceFile(), node.getStart()), isFramework: (name) => frameworks.has(name), isRun: (file) => parsed.has(file), resolve: (specifier, from) => resolution.resolve(specifier, from),
    likely: () => [...new Set(builder.observed.map(({ site }) => site.module.file))],
    tree: (file) => {
      let tree = parsed.get(file) ?? typeTrees.get(file);
      if (tree === undefined) { const text = files.readText(file); typeTrees.set(file, tree = text === null ? null : treeOf(file, text)); }
      return tree;
    },
  });

  const exportsAsked = new Map<string, Map<string, boolean>>();
  /** Files whose text the programs have read. */
  const textsRead = new Set<string>();
  const hints = options.values ?? {};
  const hasHints = Object.keys(hints).length > 0;
  const results = new Map(options.libraries.flatMap((library) => Object.entries(library.results ?? {})));
  const takes = new Map(options.libraries.flatMap((library) => Object.entries(library.takes ?? {})));
  const host: EvaluatorHost = {
    resultShape: (module, path) => lastCall(results.get(module), path),
    argumentShapes: (module, path) => lastCall(takes.get(module), path),
    ...(options.contracts !== false && { typeOf: (value, declared) => types.typeOf(value, declared), shapeOfType: (declared) => types.shapeOf(declared), statedTypes: (node) => types.statedTypes(node) }),
    root: files.root,
    mainFile: '',
    workingDirectory: files.root,
    resolve: (specifier, from) => resolution.resolve(specifier, from),
    parse,
    isEsm: (source) => /\.m[jt]s$/.test(source.fileName) || (ts.isExternalModule(source) && !exportsAsCommonJs(source)),
    readText: (file) => { textsRead.add(file); return files.readText(file); },
    readData: (file) => { textsRead.add(file); return parseData(file, files.readText(file)); },
    mayExport: (file, name) => {
      let asked = exportsAsked.get(file);
      if (!asked) exportsAsked.set(file, asked = new Map());
      let answer = asked.get(name);
      if (answer === undefined) asked.set(name, answer = mayExport(files.readText(file), name));
      return answer;
    },
    readDirectory: (folder) => files.readDirectory(folder),
    portable: (text) => (text.startsWith('/') && files.inside(text) ? files.display(text) : text),
    exists: (file) => files.exists(file),
    moduleValue: (inner, name): Value | null => {
      const entry = models.get(name);
      if (entry) {
        if (entry.owner) { const list = used.get(entry.owner) ?? []; list.push(name); used.set(entry.owner, list); }
        return realm.load(entry.model, entry.owner);
      }
      return inner.builtins.nodeModule(name);
    },
    reachesFramework: (file) => graph.reachesFramework(file),
    environment: (name) => options.env?.[name],
    environmentNames: Object.keys(options.env ?? {}),
    hasHints,
    hint: (text, module, node) => {
      const file = files.display(module.file);
      const line = module.source.getLineAndCharacterOfPosition(positionOf(node, module.source)).line + 1;
      return hints[`${file}:${text}`] ?? hints[text] ?? hints[`${file}:${line}`];
    },
    report: (code, args, site) => builder.report(evaluatorDiagnostics, code, args as Record<string, string>, site),
    spanOf: (site) => spanOfNode(site.module, site.node),
  };
  evaluator = new Evaluator(host);
  const realm = new HostRealm(evaluator, {
    emit: (site) => builder.emit(site),
    packageVersion: (name, from) => versionOf(files, name, from),
    alias: (prefix, folder) => resolution.alias(prefix, folder),
    crashed: (owner, error, site) => {
      const adapter = options.adapters.find((candidate) => candidate.id === owner);
      builder.report(pathDiagnostics, 'adapter-crash', { adapter: adapter?.title ?? owner, error: error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error), bugs: adapter?.bugs ?? 'see its package' }, site);
    },
  });

  const excluded = excluder(options.exclude ?? []);
  const sources = [...files.sources(excluded)];
  options.onProgress?.({ phase: 'list', files: sources.length });
  const ran: string[] = [];
  /** A package with a start script and a framework of its own serves by itself: what another package serves says nothing of it. */
  const serves = (folder: string): boolean => builder.servesRoutes() && (builder.servesRoutes(folder) || !startsItself(files, folder, (name) => frameworks.has(name)));
  const run = (file: string, workingDirectory = files.root): void => {
    const record = moduleOf(evaluator, file);
    if (!record || record.state !== 'new') return;
    host.mainFile = file;
    host.workingDirectory = workingDirectory;
    // A program beside one that serves is more likely a tool than a second server: it is looked at, not studied.
    const folder = packageFolder(files, file);
    if (ran.length > 0 && serves(folder)) evaluator.fuel.limitQuiet(SECOND_PROGRAM_QUIET);
    ran.push(file);
    builder.startProgram(folder);
    evaluator.fuel.startProgram();
    evaluator.guarded(`the program ${files.display(file)}`, null, ENTRY_FUEL, () => {
      if (record.isEsm && (/\.m[jt]s$/.test(file) || files.manifestOf(file)?.type === 'module')) evaluator.queue.startInReactions();
      runModule(evaluator, record);
      runUnreadImports(evaluator, graph);
      evaluator.drain();
      settlePending(evaluator);
      evaluator.drain();
      serveDefaultExport(evaluator, builder, record);
      evaluator.drain();
    });
  };

  const manifest = files.manifestOf(path.join(files.root, 'x'));
  if (options.entries?.length) {
    for (const entry of options.entries) {
      const found = resolution.file(path.resolve(files.root, entry));
      if (found?.kind === 'source') run(found.file, packageFolder(files, found.file)); else reportAt('missing-entry', { entry });
    }
  } else {
    const serverSources = sources.filter((file) => !startsNoServer(files.display(file)));
    const reaching = serverSources.filter((file) => graph.reachesFramework(file));
    const isReaching = new Set(reaching);
    const imported = new Set<string>();
    for (const file of serverSources) for (const target of graph.of(file).files) if (target !== file) imported.add(target);
    const start = (adapter: Adapter, file: string): void => {
      const record = moduleOf(evaluator, file);
      if (!record || !adapter.start) return;
      if (record.state === 'new') run(file);
      evaluator.guarded(`the program ${files.display(file)}`, null, ENTRY_FUEL, () => {
        const value = exportOf(evaluator, record, 'default', new Set());
        if (value) realm.run(adapter.start!.run, [value], evaluator.site(evaluator.topContext(record), record.source));
        evaluator.drain();
      });
    };
    for (const { adapter, file } of startedByCommand(files, resolution, sources, options.adapters)) start(adapter, file);
    const missingProgram = (folder: string, main: string): void => {
      if (Object.keys(files.manifest(folder)?.dependencies ?? {}).some((name) => frameworks.has(name))) reportAt('missing-program', { manifest: files.display(path.join(folder, 'package.json')), main });
    };
    const stated = new Map([...statedEntries(files, resolution, sources, missingProgram)].filter(([file]) => isReaching.has(file) || graph.reachesFramework(file)));
    for (const [file, folder] of stated) run(file, folder);
    for (const file of reaching) if (!imported.has(file) && !stated.has(file)) run(file, packageFolder(files, file));
    if (builder.routerCount === 0) runUnread(graph, ran, isReaching, () => builder.routerCount > 0, (file) => { run(file, packageFolder(files, file)); });
    // Cycles: files that only import one another.
    if (builder.routerCount === 0) for (const file of reaching) if (graph.mentionsFramework(file)) run(file, packageFolder(files, file));
    builder.settle(false);
    callUnusedExports(evaluator, serves, host, files, ran, reaching);
    // What the folders above hold registers what is in the folders below.
    const byDepth = [...new Set([...ran, ...reaching])].map((file) => ({ file, depth: file.split('/').length })).sort((a, b) => a.depth - b.depth);
    for (const adapter of options.adapters) if (adapter.start && used.has(adapter.id)) for (const { file } of byDepth) if (!builder.servesRoutes()) start(adapter, file);
  }
  builder.settle(true);
  evaluator.drain();
  const looked = options.entries?.length ? [...parsed.keys()] : sources.filter((file) => !startsNoServer(files.display(file)));
  for (const { title, module, file, line, column } of unmodelledFrameworks(files, graph, looked, (name) => models.has(name) || frameworks.has(name))) {
    builder.report(pathDiagnostics, 'unmodelled-framework', { title, module }, { span: { file: files.display(file), line, column } } as Site);
  }
  for (const problem of files.problems) if (/\.[cm]?[jt]sx?$/.test(problem.path) && !startsNoServer(files.display(problem.path))) reportAt('unreadable-file', { file: files.display(problem.path), why: problem.why });

  const language = ran.some((file) => /\.[cm]?tsx?$/.test(file)) || (ran.length === 0 && sources.some((file) => /\.[cm]?tsx?$/.test(file))) ? 'typescript' : 'javascript';
  const asSetUp = builder.remember();
  /** What is left to do when the set-up has run; null when a log of earlier runs does not help. */
  const finish = (before?: { readonly log: ObservationLog; readonly changed: ChangedFunctions }): Lowered | null => {
    builder.muted = true;
    const behaviours = options.contracts === false ? null : observeAll({ evaluator, realm, functions: builder.observed, chains: builder.routeChains(), types }, before);
    builder.muted = false;
    if (behaviours === null && options.contracts !== false) return null;
    const program = builder.build(files.manifestOf(path.join(files.root, 'x')) === null && !options.entries?.length, behaviours);
    return {
      program, manifest, language, files: { listed: sources.length, parsed: [...parsed.values()].filter((source) => source !== null).length },
      typePrograms: types.programs, used, entries: ran.map((file) => files.display(file)), steps: evaluator.fuel.steps,
      ...(options.observe && { observations: files.observations() }),
      again: options.keep !== true ? keptNothing : (changed) => {
        const edits = new BodyEdits({ evaluator, files, graph, places, types, textsRead, hasHints, isEsm: host.isEsm, parsed, typeTrees, parse: treeOf,
          exportsTheSame: (file) => [...(exportsAsked.get(file) ?? [])].every(([name, answer]) => mayExport(files.readText(file), name) === answer),
          elides: usesTheSame });
        const functions = edits.apply(changed);
        if (functions === null) return null;
        builder.recall(asSetUp);
        return finish(behaviours ? { log: behaviours.log, changed: functions } : undefined);
      },
    };
  };
  return finish()!;
}

/** The entry of a table for the function that the last call of a path calls: `default.sign()` is `sign`. */
function lastCall<Entry>(members: Readonly<Record<string, Entry>> | undefined, path: string): Entry | undefined {
  const name = members && /([\w$]+)\(\)$/.exec(path)?.[1];
  return name !== undefined && members && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** What git writes into a file that it could not merge. TypeScript reads the first side, and skips the other. */
const isConflictMarker = (error: ts.Diagnostic): boolean => error.code === 1185;

const mayExport = (text: string | null, name: string): boolean => text === null || text.includes(name) || /\bexport\s*\*|\bmodule\.exports\b|\bexports\b/.test(text);

/** A file that imports and assigns `module.exports`, as bundlers and Babel take it: without an export of its own it exports what CommonJS does. */
function exportsAsCommonJs(source: ts.SourceFile): boolean {
  // `export = x` is what TypeScript has for it.
  if (source.statements.some((statement) => ts.isExportAssignment(statement) && statement.isExportEquals)) return true;
  if (!/\bexports\b/.test(source.text)) return false;
  return !source.statements.some((statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)
    || (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)));
}
