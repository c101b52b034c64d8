import path from 'node:path';
import type { Span } from '@tool/ir';
import { evaluatorDiagnostics, type EvaluatorHost, type ModuleRecord } from '../evaluator/index.js';
import type { ts } from '../typescript/index.js';
import { exampleVariable } from './example-variables.js';
import { isEsm, type ExportsByText } from './resolution/exports-by-text.js';
import type { LowerOptions } from './lower-options.js';
import type { ModelledModules } from './modelled-modules.js';
import type { ModuleResolution } from './resolution/module-resolution.js';
import { versionOf } from './resolution/package-version.js';
import { mayBeInstalled } from './resolution/listed-packages.js';
import { parseData, readData } from './sources/parse-data.js';
import { pathDiagnostics } from './diagnostics.js';
import type { ParsedFiles } from './sources/parsed-files.js';
import { positionOf } from './places.js';
import type { ProjectFiles } from './sources/project-files.js';
import type { Reporter } from './tree/reports.js';
import type { SourceGraph } from './resolution/source-graph.js';
import type { TypeChecker } from './types/type-checker.js';
import { usesName } from './resolution/unread-imports.js';
import type { TreeBuilder } from './tree/tree-builder.js';
import { seemsToRegister } from './tree/unseen-registrations.js';

/** What the host answers from. */
export interface HostParts {
  readonly files: ProjectFiles;
  readonly modules: ModelledModules;
  readonly resolution: ModuleResolution;
  readonly graph: SourceGraph;
  readonly trees: ParsedFiles;
  readonly types: TypeChecker;
  readonly exportsByText: ExportsByText;
  /** Files whose text the programs have read; the host adds to it. */
  readonly textsRead: Set<string>;
  readonly builder: Reporter & Pick<TreeBuilder, 'isBesideServer'>;
  spanOfNode(module: ModuleRecord, node: ts.Node): Span;
}

/** The project as the evaluator sees it: its files, its packages, its settings, and who is told what cannot be done. */
export function evaluatorHost(parts: HostParts, options: LowerOptions): EvaluatorHost {
  const { files, modules, builder } = parts;
  return {
    root: files.root,
    mainFile: '',
    workingDirectory: files.root,
    servesRequests: options.contracts !== false,
    ...ofFiles(parts),
    ...ofLibraries(options, modules),
    ...(options.contracts !== false && ofTypes(parts.types)),
    ...ofSettings(files, options),
    get isBesideServer() {
      return builder.isBesideServer;
    },
    exampleVariable(name) {
      return exampleVariable(files, this.workingDirectory, name);
    },
    moduleValue: (inner, name) => (modules.has(name) ? modules.imported(name) : inner.builtins.nodeModule(name)),
    calledPackage: (module, callee, args, site) => {
      const route = seemsToRegister(module, callee, args);
      if (route !== null) builder.report(pathDiagnostics, 'unseen-registration', { route, module }, site);
    },
    report: (code, args, site) => builder.report(evaluatorDiagnostics, code, args, site),
    spanOf: (site) => parts.spanOfNode(site.module, site.node),
  };
}

type FileAnswers = Pick<
  EvaluatorHost,
  | 'resolve'
  | 'mayBeInstalled'
  | 'parse'
  | 'isEsm'
  | 'keepsImports'
  | 'requiresDefaults'
  | 'readText'
  | 'readData'
  | 'parseYaml'
  | 'mayExport'
  | 'mentionsMember'
  | 'seemsToRegister'
  | 'readDirectory'
  | 'sourceFolder'
  | 'portable'
  | 'exists'
  | 'loadsUnnamed'
  | 'reachesFramework'
  | 'reachesLoaded'
  | 'loadedBy'
  | 'actsWhenLoaded'
  | 'usesName'
>;

function ofFiles({ files, modules, resolution, graph, trees, exportsByText, textsRead, builder }: HostParts): FileAnswers {
  /** Most projects have none of these packages: their files need not be searched for them. */
  const mayActOnLoad = perFolder((file) => [...modules.onLoad].some((name) => mayBeInstalled(files, name, file)));
  return {
    resolve: (specifier, from) => resolution.resolve(specifier, from),
    mayBeInstalled: (name, from) => mayBeInstalled(files, name, from),
    parse: (file) => trees.parse(file),
    isEsm,
    keepsImports: (file) => !/\.c?tsx?$/.test(file) || files.manifestOf(file)?.type === 'module',
    requiresDefaults: perFolder((file) => versionOf(files, 'babel-plugin-add-module-exports', file) !== null),
    readText: (asked) => {
      const file = resolution.linked(asked);
      textsRead.add(file);
      return files.readText(file);
    },
    readData: (asked) => {
      const file = resolution.linked(asked);
      textsRead.add(file);
      return readData(file, files.readText(file), (why) =>
        builder.report(pathDiagnostics, 'unreadable-data', { file: files.display(file), why }, null),
      );
    },
    parseYaml: (text) => parseData('.yml', text),
    mayExport: (file, name) => exportsByText.mayExport(file, name),
    mentionsMember: (file, name) => exportsByText.mentionsMember(file, name),
    seemsToRegister: (file) => exportsByText.seemsToRegister(file),
    readDirectory: (folder) => files.readDirectory(resolution.linked(folder)),
    sourceFolder: (folder) => resolution.sourceFolder(folder),
    portable: (text) =>
      text.startsWith('/') && (files.inside(text) || text.startsWith(`${path.dirname(files.boundary)}/`)) ? files.display(text) : text,
    exists: (file) => files.exists(resolution.linked(file)),
    reachesFramework: (file) => graph.reachesFramework(file),
    usesName,
    reachesLoaded: (file) => mayActOnLoad(file) && graph.reachesLoaded(file),
    loadedBy: (file) => graph.loadedBy(file),
    actsWhenLoaded: (file) => graph.actsWhenLoaded(file),
    loadsUnnamed: (file) => graph.loadsUnnamed(file),
  };
}

/** Asks of one file of each folder, and answers the same of the others. */
function perFolder(ask: (file: string) => boolean): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const folder = path.dirname(file);
    const answer = known.get(folder) ?? ask(file);
    known.set(folder, answer);
    return answer;
  };
}

function ofLibraries(
  { libraries }: LowerOptions,
  modules: ModelledModules,
): Pick<EvaluatorHost, 'resultShape' | 'argumentShapes' | 'handedToCallback' | 'failsAs'> {
  const results = new Map(libraries.flatMap((library) => Object.entries(library.results ?? {})));
  const takes = new Map(libraries.flatMap((library) => Object.entries(library.takes ?? {})));
  const hands = new Map(libraries.flatMap((library) => Object.entries(library.hands ?? {})));
  const throws = new Map(libraries.flatMap((library) => Object.entries(library.throws ?? {})));
  return {
    failsAs: (module, path, args, site) => {
      const transfer = lastCall(throws.get(module), path);
      return transfer && modules.run(transfer, args, site);
    },
    handedToCallback: (module, path, args, site) => {
      const transfer = lastCall(hands.get(module), path);
      return transfer && modules.run(transfer, args, site);
    },
    resultShape: (module, path) => lastCall(results.get(module), path),
    argumentShapes: (module, path) => lastCall(takes.get(module), path),
  };
}

/** The entry of a table for the function that the last call of a path calls: `default.sign()` is `sign`. */
function lastCall<Entry>(members: Readonly<Record<string, Entry>> | undefined, path: string): Entry | undefined {
  const name = members && /([\w$]+)\(\)$/.exec(path)?.[1];
  return name !== undefined && members && Object.hasOwn(members, name) ? members[name] : undefined;
}

function ofTypes(types: TypeChecker): Pick<EvaluatorHost, 'typeOf' | 'mayBeOmitted' | 'shapeOfType' | 'statedTypes' | 'classOfPackage'> {
  return {
    typeOf: (value, declared) => types.typeOf(value, declared),
    mayBeOmitted: (value) => types.mayBeOmitted(value),
    shapeOfType: (declared) => types.shapeOf(declared),
    statedTypes: (node) => types.statedTypes(node),
    classOfPackage: (node) => types.classOfPackage(node),
  };
}

function ofSettings(
  files: ProjectFiles,
  options: LowerOptions,
): Pick<EvaluatorHost, 'environment' | 'environmentNames' | 'hasHints' | 'hint'> {
  const hints = options.values ?? {};
  return {
    environment: (name) => options.env?.[name],
    environmentNames: Object.keys(options.env ?? {}),
    hasHints: Object.keys(hints).length > 0,
    hint: (text, module, node) => {
      const file = files.display(module.file);
      const line = module.source.getLineAndCharacterOfPosition(positionOf(node, module.source)).line + 1;
      return hints[`${file}:${text}`] ?? hints[text] ?? hints[`${file}:${line}`];
    },
  };
}
