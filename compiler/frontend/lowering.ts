import { dirname } from 'node:path';
import type { DiagnosticId, Span } from '@tool/ir';
import { Evaluator, HostRealm, type EvaluatorHost, type ModuleRecord, type Site } from '../evaluator/index.js';
import type { ts } from '../typescript/index.js';
import { pathDiagnostics } from './diagnostics.js';
import { evaluatorHost } from './evaluator-host.js';
import { ExportsByText } from './resolution/exports-by-text.js';
import type { LowerOptions } from './lower-options.js';
import { ModelledModules } from './modelled-modules.js';
import { ModuleResolution } from './resolution/module-resolution.js';
import { versionOf } from './resolution/package-version.js';
import { ParsedFiles } from './sources/parsed-files.js';
import { Places, positionOf } from './places.js';
import { ProjectFiles } from './sources/project-files.js';
import { ReadAhead } from './resolution/read-ahead.js';
import { SourceGraph } from './resolution/source-graph.js';
import { TreeBuilder } from './tree/tree-builder.js';
import { schemaShapeOf } from './types/schema-shape.js';
import { TypeChecker } from './types/type-checker.js';

/** The parts of one lowering, put together: nothing has run yet. */
export class Lowering {
  readonly files: ProjectFiles;
  readonly modules: ModelledModules;
  readonly places: Places;
  readonly builder: TreeBuilder;
  readonly resolution: ModuleResolution;
  readonly ahead: ReadAhead;
  readonly graph: SourceGraph;
  readonly trees: ParsedFiles;
  readonly types: TypeChecker;
  readonly exportsByText: ExportsByText;
  /** Files whose text the programs have read. */
  readonly textsRead = new Set<string>();
  readonly host: EvaluatorHost;
  readonly evaluator: Evaluator;
  readonly realm: HostRealm;

  constructor(readonly options: LowerOptions) {
    const { kept } = options;
    this.files = kept?.files ?? new ProjectFiles(options.root, options.observe === true, options.texts);
    this.modules = new ModelledModules(options.adapters, options.libraries, () => this.realm);
    this.places = new Places((file) => this.files.display(file));
    this.builder = new TreeBuilder(
      () => this.evaluator,
      (module, node) => this.spanOfNode(module, node),
    );
    for (const problem of options.problems ?? []) this.report(problem.code, { ...problem.args });
    this.resolution = new ModuleResolution(
      this.files,
      (name) => this.modules.has(name),
      (file, why) => {
        this.report('broken-tsconfig', { file: this.files.display(file), why });
      },
      (target) => this.generated(target),
    );
    this.ahead = new ReadAhead(this.files, [...this.modules.frameworks], options.texts && Infinity);
    this.graph = new SourceGraph(
      this.files,
      this.resolution,
      (name) => this.modules.isFramework(name),
      (name) => this.modules.exportsOf(name),
      (name) => this.modules.onLoad.has(name),
      this.ahead,
      kept?.imports,
    );
    this.trees = new ParsedFiles(
      this.files,
      this.builder,
      (count) => options.onProgress?.({ phase: 'evaluate', files: count }),
      kept?.trees,
    );
    this.types = this.typeChecker();
    this.exportsByText = new ExportsByText(this.files);
    this.host = evaluatorHost(this, options);
    this.evaluator = new Evaluator(this.host);
    this.realm = this.hostRealm();
  }

  /** Says something of the project that is about no place in its sources. */
  report(code: keyof typeof pathDiagnostics, args: Record<string, string>): DiagnosticId {
    return this.builder.report(pathDiagnostics, code, args, null);
  }

  spanOfNode(module: ModuleRecord, node: ts.Node): Span {
    return this.places.at(module.source, positionOf(node, module.source));
  }

  /** The module that stands for a file which a command writes, or would write; null when nobody knows it. */
  private readonly read = (file: string): string | null => (this.files.exists(file) === 'file' ? this.files.readText(file) : null);
  private readonly list = (folder: string): readonly string[] =>
    this.files.exists(folder) === 'directory' ? (this.files.readDirectory(folder) ?? []).map(({ name }) => name) : [];

  private generated(target: string): string | null {
    for (const { generated } of [...this.options.adapters, ...(this.options.libraries ?? [])]) {
      const name = generated?.(target, this.read, this.list) ?? null;
      if (name !== null) return name;
    }
    return null;
  }

  private typeChecker(): TypeChecker {
    return new TypeChecker({
      files: this.files,
      placeOf: (node) => this.places.at(node.getSourceFile(), node.getStart()),
      schemaShape: (...asked) => schemaShapeOf(this, ...asked),
      declarations: (specifier, from) => this.resolution.declarations(specifier, from),
      isFramework: (name) => this.modules.isFramework(name),
      isRun: (file) => this.trees.parsed.has(file),
      resolve: (specifier, from) => this.resolution.resolve(specifier, from),
      likely: () => [...new Set(this.builder.observed.map(({ site }) => site.module.file))],
      tree: (file) => this.trees.forTypes(file),
    });
  }

  private hostRealm(): HostRealm {
    // Asked for every request that is served.
    const versions = new Map<string, string | null>();
    return new HostRealm(this.evaluator, {
      emit: (site) => this.builder.emit(site),
      packageVersion: (name, from) => {
        const key = `${name} ${dirname(from)}`;
        let version = versions.get(key);
        if (version === undefined) versions.set(key, (version = versionOf(this.files, name, from)));
        return version;
      },
      alias: (prefix, folder) => {
        this.resolution.alias(prefix, folder);
      },
      crashed: (owner, error, site) => {
        this.reportCrash(owner, error, site);
      },
    });
  }

  private reportCrash(owner: string, error: unknown, site: Site): void {
    const adapter = this.options.adapters.find((candidate) => candidate.id === owner);
    const what = error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error);
    this.builder.report(
      pathDiagnostics,
      'adapter-crash',
      { adapter: adapter?.title ?? owner, error: what, bugs: adapter?.bugs ?? 'see its package' },
      site,
    );
  }
}
