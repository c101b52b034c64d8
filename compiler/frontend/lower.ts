import path from 'node:path';
import { ts } from '../typescript/index.js';
import type { DiagnosticId, Program, Span } from '@tool/ir';
import { routerOf, type Adapter, type LibraryModel, type ModuleModel, type Value } from '@tool/scanner-sdk';
import {
  Evaluator, HostRealm, delegatesOf, evaluatorDiagnostics, exportNames, exportOf, loadFile, mayRegister, moduleOf, runModule, settlePending, summarizeSyntax, unknown, Obj,
  type EvaluatorHost, type ModuleRecord, type Site,
} from '../evaluator/index.js';
import { observeAll } from './behaviours.js';
import { BodyEdits } from './body-edits.js';
import { pathDiagnostics } from './diagnostics.js';
import { ModuleResolution } from './module-resolution.js';
import type { ChangedFunctions, ObservationLog } from './observation-log.js';
import type { Observations } from './observations.js';
import type { Manifest } from './manifest.js';
import { Places } from './places.js';
import { ProjectFiles } from './project-files.js';
import { SourceGraph, startsNoServer } from './source-graph.js';
import { deepPlace, treeOf } from './source-tree.js';
import { TreeBuilder } from './tree-builder.js';
import { TypeChecker } from './type-checker.js';

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
   * The same of sources in which these files, and nothing else, have changed, where that takes less than all of it; null when it does. It is
   * asked for once: the one it was asked of must not be used any more.
   */
  again(changed: readonly string[]): Lowered | null;
}

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
      const first = errors.find((error) => error.category === ts.DiagnosticCategory.Error);
      parsed.set(file, source);
      if (first) {
        const record = moduleOf(evaluator, file);
        const { line, character } = source.getLineAndCharacterOfPosition(first.start ?? 0);
        const place = { file: files.display(file), line: line + 1, column: character + 1 };
        builder.report(evaluatorDiagnostics, 'syntax-error', { what: ts.flattenDiagnosticMessageText(first.messageText, ' ') }, record && ({ span: place } as Site));
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
    mayExport: (file, name) => {
      const answer = mayExport(files.readText(file), name);
      exportsAsked.set(file, (exportsAsked.get(file) ?? new Map<string, boolean>()).set(name, answer));
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
    const stated = new Map([...statedEntries(files, resolution, sources)].filter(([file]) => isReaching.has(file) || graph.reachesFramework(file)));
    for (const [file, folder] of stated) run(file, folder);
    for (const file of reaching) if (!imported.has(file) && !stated.has(file)) run(file, packageFolder(files, file));
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
      again: (changed) => {
        const edits = new BodyEdits({ evaluator, files, graph, places, types, textsRead, hasHints, isEsm: host.isEsm, parsed, typeTrees, parse: treeOf, 
          exportsTheSame: (file) => [...(exportsAsked.get(file) ?? [])].every(([name, answer]) => mayExport(files.readText(file), name) === answer),
          elides: (module, now) => { const names = usedNames.get(module); return !names || sameNames(names, namesIn(now)); } });
        const functions = edits.apply(changed);
        if (functions === null) return null;
        builder.recall(asSetUp);
        return finish(behaviours ? { log: behaviours.log, changed: functions } : undefined);
      },
    };
  };
  return finish()!;
}

/**
 * Platforms that start a module (workers, Bun, Deno, functions) serve its default export: an application, or an object whose `fetch` is one's.
 * A function of the program counts when it hands its request to an application.
 */
function serveDefaultExport(evaluator: Evaluator, builder: TreeBuilder, record: ModuleRecord): void {
  const value = exportOf(evaluator, record, 'default', new Set());
  if (value?.kind !== 'object') return;
  const answers = routerOf(value) === null && !(value as Obj).fn ? evaluator.get(value, 'fetch', evaluator.topContext(record), record.source) : value;
  for (const alternative of answers.kind === 'oneOf' ? answers.values : [answers]) {
    for (const host of routerOf(alternative) === null ? delegatesOf(evaluator, alternative) : [alternative]) {
      const router = routerOf(host);
      if (router !== null) builder.serve(router);
    }
  }
}

/** The entry of a table for the function that the last call of a path calls: `default.sign()` is `sign`. */
function lastCall<Entry>(members: Readonly<Record<string, Entry>> | undefined, path: string): Entry | undefined {
  const name = members && /([\w$]+)\(\)$/.exec(path)?.[1];
  return name !== undefined && members && Object.hasOwn(members, name) ? members[name] : undefined;
}


/** The folder of the nearest manifest: what an entry belongs to. */
function packageFolder(files: ProjectFiles, file: string): string {
  for (let folder = path.dirname(file); folder !== path.dirname(folder) && folder.startsWith(files.root); folder = path.dirname(folder)) if (files.exists(path.join(folder, 'package.json')) === 'file') return folder;
  return files.root;
}

const mayExport = (text: string | null, name: string): boolean => text === null || text.includes(name) || /\bexport\s*\*|\bmodule\.exports\b|\bexports\b/.test(text);

/** A file that imports and assigns `module.exports`, as bundlers and Babel take it: without an export of its own it exports what CommonJS does. */
function exportsAsCommonJs(source: ts.SourceFile): boolean {
  if (!/\bexports\b/.test(source.text)) return false;
  return !source.statements.some((statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement)
    || (ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)));
}

/** JavaScript runs what it imports even when it never uses the name; TypeScript elides such an import. */
function runUnreadImports(evaluator: Evaluator, graph: SourceGraph): void {
  for (let index = 0; index < evaluator.imports.length; index++) {
    const entry = evaluator.imports[index]!;
    if (entry.read || evaluator.modules.get(entry.file)?.state === 'done' || /\.[cm]?tsx?$/.test(entry.from.file) || !graph.reachesFramework(entry.file)) continue;
    if (entry.names.some((name) => usesName(entry.from, name))) continue;
    entry.read = true;
    loadFile(evaluator, entry.file);
  }
}

const usedNames = new WeakMap<ModuleRecord, Set<string>>();

function usesName(module: ModuleRecord, name: string): boolean {
  let names = usedNames.get(module);
  if (!names) usedNames.set(module, names = namesIn(module.source));
  return names.has(name);
}

const sameNames = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => a.size === b.size && [...a].every((name) => b.has(name));

/** Names that the statements of a file mention, beside what it imports. */
function namesIn(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) continue;
    if (ts.isVariableStatement(statement)) { for (const declaration of statement.declarationList.declarations) if (declaration.initializer) for (const used of summarizeSyntax(declaration.initializer).free) names.add(used); continue; }
    for (const used of summarizeSyntax(statement).free) names.add(used);
  }
  return names;
}

/**
 * Exports of programs that nobody calls: a function that makes an application is called with unknown arguments, a class is constructed, then
 * its statics, getters and methods that make one. Only while nothing of their package serves yet.
 */
function callUnusedExports(evaluator: Evaluator, servesIn: (folder: string) => boolean, host: EvaluatorHost, files: ProjectFiles, ran: readonly string[], reaching: readonly string[]): void {
  const tried = new Set<ts.Node>();
  const tryModules = (list: readonly string[]): void => {
    for (const file of list) {
      const folder = packageFolder(files, file);
      const serves = (): boolean => servesIn(folder);
      if (serves()) continue;
      const record = moduleOf(evaluator, file);
      if (!record) continue;
      host.mainFile = file;
      host.workingDirectory = folder;
      if (record.state === 'new') evaluator.guarded(`the module ${files.display(file)}`, null, ENTRY_FUEL, () => runModule(evaluator, record));
      const context = evaluator.topContext(record);
      let names: readonly string[] = [];
      // Reading an export may run a module.
      evaluator.guarded(`the exports of ${files.display(file)}`, null, ENTRY_FUEL, () => { names = exportedNames(evaluator, record); });
      for (const name of names) {
        let value: Value | null = null;
        evaluator.guarded(`the export ${name} of ${files.display(file)}`, null, ENTRY_FUEL, () => { value = exportOf(evaluator, record, name, new Set()); });
        const exported = value as Value | null;
        if (exported?.kind !== 'object' || serves()) continue;
        evaluator.guarded(`the export ${name} of ${files.display(file)}`, null, ENTRY_FUEL, () => {
          callUnused(evaluator, exported as Obj, context, record, tried);
          evaluator.drain();
          settlePending(evaluator);
          evaluator.drain();
        });
      }
    }
  };
  tryModules(ran);
  const alreadyRan = new Set(ran);
  tryModules(reaching.filter((file) => !alreadyRan.has(file)));
}

const exportedNames = (evaluator: Evaluator, record: ModuleRecord): string[] => (record.isEsm ? exportNames(evaluator, record, new Set()) : ['default', ...exportNames(evaluator, record, new Set())]);

function callUnused(evaluator: Evaluator, value: Obj, context: ReturnType<Evaluator['topContext']>, record: ModuleRecord, tried: Set<ts.Node>): void {
  const data = value.fn;
  // Only what can tell a framework something is worth a call without arguments: the rest is the program's business.
  if (data && !mayRegister(evaluator, value)) return;
  const argumentsFor = (parameters: readonly ts.ParameterDeclaration[]): Value[] => parameters.map((parameter) => unknown(`the argument ${parameter.name.getText(record.source)} of an exported function`));
  if (data?.kind === 'closure') {
    if (tried.has(data.node) || evaluator.called.has(data.node)) return;
    tried.add(data.node);
    evaluator.call(value, unknown('this'), argumentsFor(data.node.parameters), context, record.source);
  } else if (data?.kind === 'class') {
    if (tried.has(data.node) || evaluator.called.has(data.node)) return;
    tried.add(data.node);
    const constructor = data.node.members.find((member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined);
    let instance: Value = unknown('an instance');
    evaluator.guarded('a constructor', null, ENTRY_FUEL / 4, () => { instance = evaluator.construct(value, argumentsFor(constructor?.parameters ?? []), context, record.source); });
    for (const member of data.node.members) {
      if (!(ts.isMethodDeclaration(member) || ts.isGetAccessorDeclaration(member)) || !member.body || evaluator.called.has(member) || tried.has(member) || !ts.isIdentifier(member.name)) continue;
      tried.add(member);
      const isStatic = ts.getModifiers(member)?.some((modifier) => modifier.kind === ts.SyntaxKind.StaticKeyword) ?? false;
      const target: Value = isStatic ? value : instance;
      evaluator.guarded('a method', null, ENTRY_FUEL / 4, () => {
        const method = evaluator.get(target, (member.name as ts.Identifier).text, context, record.source);
        if (ts.isMethodDeclaration(member)) evaluator.call(method, target, argumentsFor(member.parameters), context, record.source);
      });
    }
  } else if (!data && !value.host && value.props) {
    for (const own of value.props.values()) if (own.value.kind === 'object' && (own.value as Obj).fn?.kind === 'closure') callUnused(evaluator, own.value as Obj, context, record, tried);
  }
}

/** Where a person would point: the method name of a call, the name of what is called. */
function positionOf(node: ts.Node, source: ts.SourceFile): number {
  let target: ts.Node = node;
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    let callee: ts.Expression = node.expression;
    while (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee) || ts.isAsExpression(callee) || ts.isTypeAssertionExpression(callee)) callee = callee.expression;
    target = ts.isPropertyAccessExpression(callee) ? callee.name : ts.isElementAccessExpression(callee) ? callee.argumentExpression : ts.isNewExpression(node) ? node : callee;
  }
  return target.pos < 0 ? 0 : target.getStart(source);
}

function excluder(patterns: readonly string[]): (relative: string, directory: boolean) => boolean {
  const tests = patterns.map((pattern) => {
    const clean = pattern.replace(/^\.\//, '').replace(/\/+$/, '');
    const source = clean.split(/(\*\*\/?|\*|\?)/).map((piece) => (piece === '**/' ? '(?:.*/)?' : piece === '**' ? '.*' : piece === '*' ? '[^/]*' : piece === '?' ? '[^/]' : piece.replace(/[.+^${}()|[\]\\]/g, '\\$&'))).join('');
    return new RegExp(`^${source}(?:/.*)?$`);
  });
  return (relative) => tests.some((test) => test.test(relative));
}

/** Files that a script gives to the command of a framework. */
function startedByCommand(files: ProjectFiles, resolution: ModuleResolution, sources: readonly string[], adapters: readonly Adapter[]): { readonly adapter: Adapter; readonly file: string }[] {
  const started: { adapter: Adapter; file: string }[] = [];
  for (const folder of foldersOf(files, sources)) for (const script of Object.values(files.exists(path.join(folder, 'package.json')) === 'file' ? files.manifest(folder)?.scripts ?? {} : {})) for (const adapter of adapters) {
    const name = typeof script === 'string' ? adapter.start?.command.exec(script)?.[1] : undefined;
    const resolved = name === undefined ? undefined : resolution.file(path.resolve(folder, name));
    if (resolved?.kind === 'source' && !started.some((each) => each.adapter === adapter && each.file === resolved.file)) started.push({ adapter, file: resolved.file });
  }
  return started;
}

/** The folders that hold sources and those above them, within the project. */
function foldersOf(files: ProjectFiles, sources: readonly string[]): readonly string[] {
  const folders = new Set<string>([files.root]);
  for (const source of sources) for (let folder = path.dirname(source); folder.startsWith(files.root) && !folders.has(folder); folder = path.dirname(folder)) folders.add(folder);
  return [...folders].sort();
}

/** Files that manifests start (`main`, `bin`, `exports`, and what their start scripts run), each with the folder it is started in. */
function statedEntries(files: ProjectFiles, resolution: ModuleResolution, sources: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (folder: string, target: unknown): void => {
    if (typeof target !== 'string') return;
    const resolved = resolution.file(path.resolve(folder, target));
    if (resolved?.kind === 'source' && !found.has(resolved.file) && !startsNoServer(files.display(resolved.file))) found.set(resolved.file, folder);
  };
  for (const folder of foldersOf(files, sources)) {
    const manifest = files.exists(path.join(folder, 'package.json')) === 'file' ? files.manifest(folder) : null;
    if (!manifest) continue;
    const scripts = manifest.scripts ?? {};
    for (const [name, script] of Object.entries(scripts)) {
      if (typeof script !== 'string' || /test|lint|build|format|prepare|install|migrat|seed|generate|docs|storybook|release|deploy|clean|bench/i.test(name)) continue;
      for (const token of script.split(/[\s"'`;&|]+/)) if (/^[\w./@-]+$/.test(token) && !token.startsWith('-') && (/\.(?:[cm]?[jt]s)$/.test(token) || /^(?:\.\/)?(?:bin|src|dist|build|server|app|index|lib)(?:\/[\w.-]+)*$/.test(token)) && !/\.config\.|\.json$/.test(token)) add(folder, token);
      if (/\bnest\s+start\b/.test(script)) add(folder, 'src/main.ts');
    }
    add(folder, manifest.main);
    if (typeof manifest.bin === 'string') add(folder, manifest.bin); else if (manifest.bin && typeof manifest.bin === 'object') for (const target of Object.values(manifest.bin)) add(folder, target);
    const flat = (target: unknown): void => { if (typeof target === 'string') add(folder, target); else if (target && typeof target === 'object') Object.values(target).forEach(flat); };
    flat(manifest.exports);
  }
  return found;
}

/** Whether a package's manifest has it started as a server of its own: a framework among its dependencies, and a program or a script that starts one. */
function startsItself(files: ProjectFiles, folder: string, isFramework: (name: string) => boolean): boolean {
  const manifest = files.manifest(folder);
  if (!manifest || !Object.keys(manifest.dependencies ?? {}).some(isFramework)) return false;
  return manifest.bin !== undefined || Object.entries(manifest.scripts ?? {}).some(([name, script]) => /^(?:start|dev|serve|server)(?::|$)/.test(name) && typeof script === 'string' && !/^(?:tsc|tsup|rollup|vite|webpack)\b/.test(script));
}

/** A package's version: the installed one, else the range that the nearest manifests state. */
function versionOf(files: ProjectFiles, name: string, from: string): string | null {
  for (let folder = path.dirname(from); ; folder = path.dirname(folder)) {
    const installed = files.manifest(path.join(folder, 'node_modules', name));
    if (installed?.version) return installed.version;
    const manifest = files.manifest(folder);
    if (manifest?.name === name && manifest.version) return manifest.version;
    const range = manifest?.dependencies?.[name] ?? manifest?.devDependencies?.[name] ?? manifest?.peerDependencies?.[name];
    if (range) return range;
    if (folder === path.dirname(folder)) return null;
  }
}
