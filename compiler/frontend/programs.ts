import path from 'node:path';
import type { Adapter } from '@tool/scanner-sdk';
import { exportOf, moduleOf, runModule, settlePending, startedWith, type Evaluator, type ModuleRecord } from '../evaluator/index.js';
import { packageFolder, runUnread, startedByCommand, startsItself, statedEntries, workersAbove } from './entries.js';
import { loadVariables } from '../libraries/dotenv.js';
import type { Lowering } from './lowering.js';
import { callUnusedExports, serveDefaultExport } from './program-exports.js';
import { startsNoServer } from './resolution/source-graph.js';
import { runUnreadImports } from './resolution/unread-imports.js';

/** Full fuel for an entry; a call chain below it gets what is left. */
const ENTRY_FUEL = 4_000_000;

/** Runs what starts a server, in the order in which that is likely. */
export class Programs {
  /** Files that have run as programs, absolute, in their order. */
  readonly ran: string[] = [];
  /** What the scripts of a folder load before its programs. */
  private readonly variables = new Map<string, readonly string[]>();

  constructor(private readonly lowering: Lowering) {}

  /** The entries that the configuration names, and nothing else. */
  runConfigured(entries: readonly string[]): void {
    const { files, resolution } = this.lowering;
    for (const entry of entries) {
      const found = resolution.file(path.resolve(files.root, entry));
      if (found?.kind === 'source') this.runInPackage(found.file);
      else this.lowering.report('missing-entry', { entry });
    }
  }

  /** What scripts and manifests start, then what nobody imports, then, while nothing serves yet, what may make an application. @param sources all, absolute */
  runFound(sources: readonly string[]): void {
    const { files, graph, builder, evaluator, host, ahead } = this.lowering;
    const serverSources = this.written(sources).filter((file) => !startsNoServer(files.display(file)));
    ahead.begin(serverSources);
    this.startCommanded(sources);
    const stated = this.runStated(sources);
    const reaching = serverSources.filter((file) => graph.reachesFramework(file) && !graph.isTest(file));
    const isReaching = new Set(reaching);
    const imported = this.importedBy(serverSources);
    // Routers that nobody mounts lie below what serves by a script; what a platform starts has a folder of its own, or a configuration.
    const servers = [...stated.keys()].filter((file) => builder.servesRoutes(packageFolder(files, file))).map((file) => path.dirname(file));
    for (const file of reaching)
      if (!imported.has(file) && !stated.has(file) && graph.reachesBesideTests(file))
        this.runInPackage(file, !this.isNoServer(file, servers));
    if (builder.routerCount === 0)
      runUnread(
        graph,
        this.ran,
        isReaching,
        () => builder.routerCount > 0,
        (file) => {
          this.runInPackage(file);
        },
      );
    // Cycles: files that only import one another. What listens is what is started, and finds all others made.
    if (builder.routerCount === 0) {
      const ofFramework = reaching.filter((file) => graph.mentionsFramework(file));
      const listens = (file: string): boolean => /\.listen\(/.test(files.readText(file) ?? '');
      for (const file of [...ofFramework.filter(listens), ...ofFramework]) this.runInPackage(file);
    }
    builder.settle(false);
    callUnusedExports(evaluator, (folder) => this.serves(folder), host, files, this.ran, reaching);
    this.startUnserved(reaching);
  }

  /** Without what compilers wrote: of a committed output folder that holds what was compiled from sources, also what is left of sources that are gone. */
  private written(sources: readonly string[]): readonly string[] {
    const { resolution } = this.lowering;
    const outputs = new Set<string>();
    for (const file of sources) if (resolution.sourceOf(file) !== null) outputs.add(resolution.outputFolder(file)!);
    return outputs.size === 0
      ? sources
      : sources.filter(
          (file) => resolution.sourceOf(file) === null && !(/\.[cm]?js$/.test(file) && outputs.has(resolution.outputFolder(file) ?? '')),
        );
  }

  private importedBy(sources: readonly string[]): ReadonlySet<string> {
    const imported = new Set<string>();
    for (const file of sources) for (const target of this.lowering.graph.of(file).files) if (target !== file) imported.add(target);
    return imported;
  }

  /** What scripts give to the command of a framework. */
  private startCommanded(sources: readonly string[]): void {
    const { files, resolution, options } = this.lowering;
    for (const { adapter, file } of startedByCommand(files, resolution, sources, options.adapters)) this.start(adapter, file);
  }

  /** What manifests start and a framework can be reached from, if only by a name that is computed; each with the folder it is started in. */
  private runStated(sources: readonly string[]): ReadonlyMap<string, string> {
    const { files, resolution, graph, evaluator } = this.lowering;
    const entries = statedEntries(
      files,
      resolution,
      sources,
      (folder, main) => {
        this.reportMissing(folder, main);
      },
      (folder, file) => void this.variables.set(folder, [...(this.variables.get(folder) ?? []), file]),
    );
    const stated = new Map<string, string>();
    const later: string[] = [];
    // Asked of each when it is its turn: meanwhile the sources are read.
    for (const [file, folder] of entries)
      if (graph.reachesFramework(file) || (this.usesFramework(folder) && graph.loadsUnnamed(file))) {
        stated.set(file, folder);
        // What another program takes its start from is given its arguments there.
        const isStarted = entries.size > 1 && this.importedBy([...entries.keys()]).has(file);
        this.run(file, folder, !isStarted);
        if (isStarted) later.push(file);
      }
    for (const file of later) this.serve(moduleOf(evaluator, file)!);
    return stated;
  }

  /** The manifest of a folder lists a framework. */
  private usesFramework(folder: string): boolean {
    const { files, modules } = this.lowering;
    return Object.keys(files.manifest(folder)?.dependencies ?? {}).some((name) => modules.isFramework(name));
  }

  private reportMissing(folder: string, main: string): void {
    const { files } = this.lowering;
    if (!this.usesFramework(folder)) return;
    this.lowering.report('missing-program', { manifest: files.display(path.join(folder, 'package.json')), main });
  }

  /** While nothing serves: every file is given to the frameworks that start modules themselves. What the folders above hold registers what is in the folders below. */
  private startUnserved(reaching: readonly string[]): void {
    const { builder, modules, options } = this.lowering;
    const byDepth = [...new Set([...this.ran, ...reaching])]
      .map((file) => ({ file, depth: file.split('/').length }))
      .sort((a, b) => a.depth - b.depth);
    for (const adapter of options.adapters)
      if (adapter.start && modules.used.has(adapter.id))
        for (const { file } of byDepth) if (!builder.servesRoutes()) this.start(adapter, file);
  }

  /** A package with a start script and a framework of its own serves by itself: what another package serves says nothing of it. */
  private serves(folder: string): boolean {
    const { builder, files, modules } = this.lowering;
    return builder.servesRoutes() && (builder.servesRoutes(folder) || !startsItself(files, folder, (name) => modules.isFramework(name)));
  }

  /** Another module is started, which serves: nobody looks at what this one exports. @param servers folders of what scripts start */
  private isNoServer(file: string, servers: readonly string[]): boolean {
    const { files, resolution, builder } = this.lowering;
    if (!builder.servesRoutes(packageFolder(files, file))) return false;
    const workers = workersAbove(files, resolution, file);
    if (workers.includes(file)) return false;
    return workers.some((worker) => this.ran.includes(worker)) || servers.some((folder) => isWithin(folder, file));
  }

  private runInPackage(file: string, isServed = true): void {
    this.run(file, packageFolder(this.lowering.files, file), isServed);
  }

  /** Runs a file as a program, once. @param workingDirectory the folder it is started in @param isServed a platform may serve its default export */
  private run(file: string, workingDirectory = this.lowering.files.root, isServed = true): void {
    const { files, builder, evaluator, host, realm } = this.lowering;
    const record = moduleOf(evaluator, file);
    if (!record || record.state !== 'new') return;
    startedWith(evaluator, file);
    host.workingDirectory = workingDirectory;
    // A program beside one that serves is more likely a tool than a second server.
    const folder = packageFolder(files, file);
    const isBeside = this.ran.length > 0 && this.serves(folder);
    this.ran.push(file);
    builder.startProgram(folder, files.display(file));
    evaluator.fuel.startProgram();
    const variables = this.variables.get(folder);
    if (variables)
      realm.run((call) => void loadVariables(call, variables), [], evaluator.site(evaluator.topContext(record), record.source));
    const run = (): void => {
      evaluator.guarded(`the program ${files.display(file)}`, null, ENTRY_FUEL, () => {
        this.evaluate(record, isServed);
      });
    };
    if (isBeside) keepingGlobals(evaluator, run);
    else run();
  }

  private evaluate(record: ModuleRecord, isServed: boolean): void {
    const { files, graph, builder, evaluator } = this.lowering;
    if (record.isEsm && (/\.m[jt]s$/.test(record.file) || files.manifestOf(record.file)?.type === 'module'))
      evaluator.queue.startInReactions();
    runModule(evaluator, record);
    runUnreadImports(evaluator, graph);
    evaluator.drain();
    settlePending(evaluator);
    evaluator.drain();
    if (isServed) serveDefaultExport(evaluator, builder, record);
    evaluator.drain();
  }

  /** A platform serves what a program exports. */
  private serve(record: ModuleRecord): void {
    const { files, builder, evaluator } = this.lowering;
    evaluator.guarded(`the program ${files.display(record.file)}`, null, ENTRY_FUEL, () => {
      serveDefaultExport(evaluator, builder, record);
      evaluator.drain();
    });
  }

  /** Runs a file and gives what it exports to the framework that starts it. */
  private start(adapter: Adapter, file: string): void {
    const { files, evaluator, realm } = this.lowering;
    const record = moduleOf(evaluator, file);
    if (!record || !adapter.start) return;
    if (record.state === 'new') this.run(file);
    evaluator.guarded(`the program ${files.display(file)}`, null, ENTRY_FUEL, () => {
      const value = exportOf(evaluator, record, 'default');
      if (value) realm.run(adapter.start!.run, [value], evaluator.site(evaluator.topContext(record), record.source));
      evaluator.drain();
    });
  }
}

const isWithin = (folder: string, file: string): boolean => {
  const inner = path.relative(folder, file);
  return !/^\.\.(?:\/|$)|^api\/|(?:^|\/)(?:functions|workers?)(?:\/|\.\w+$)/.test(inner);
};

/** Each program is a process of its own: what one beside a server puts into globals which the server has set is not what the server's functions find. */
function keepingGlobals({ builtins: { globalObject } }: Evaluator, run: () => void): void {
  // Properties are changed in place.
  const before = [...(globalObject.props ?? [])].map(([name, property]) => [name, { ...property }] as const);
  run();
  for (const [name, property] of before) globalObject.props!.set(name, property);
}
