import path from 'node:path';
import type { Diagnostic, EndpointSet } from '@tool/ir';
import type { Adapter } from '@tool/scanner-sdk';
import { adapters as firstParty } from './adapters/registry.js';
import { libraries } from './libraries/registry.js';
import type { Observations } from './frontend/sources/observations.js';
import type { KeptSources } from './frontend/rescan/kept-sources.js';
import { lower, type Lowered } from './frontend/lower.js';
import type { Dump } from './dump.js';
import { runPipeline, type Ir, type PipelineResult } from './pipeline.js';
import { adapterProblem, loadAdapters, type AdapterProblem } from './third-party-adapters.js';

export interface ScanConfig {
  /** Files that start servers, relative to the project. Without them the scan finds them. */
  readonly entries?: readonly string[];
  /** Globs of folders and files to leave out. */
  readonly exclude?: readonly string[];
  /** Environment variables the scan assumes. */
  readonly env?: Readonly<Record<string, string>>;
  /** Values that only run time knows, by expression, `file:line` or `file:expression`. */
  readonly values?: Readonly<Record<string, string | number | boolean>>;
  readonly adapters?: readonly string[];
}

export interface ScanOptions {
  readonly root: string;
  readonly config?: ScanConfig;
  readonly onProgress?: (progress: { readonly phase: string; readonly files: number }) => void;
  readonly stopAfter?: string;
  readonly trace?: 'all' | readonly string[];
  /** Whether to tell what the scan learned of the disk. */
  readonly observe?: boolean;
  /** Texts that stand in for those on the disk, by absolute path; null for a file that cannot be read. */
  readonly texts?: ReadonlyMap<string, string | null>;
  /** Without contracts (`false`) handlers are not run: routes and chains only. */
  readonly contracts?: boolean;
  /** Adapters of third parties, already loaded; one that does not fit the contract is reported and skipped. */
  readonly extraAdapters?: readonly Adapter[];
}

export interface AdapterState {
  readonly id: string;
  readonly title: string;
  readonly detected: boolean;
  readonly evidence: readonly string[];
  readonly endpoints: number;
}

export interface ScanResult {
  readonly endpointSet: EndpointSet;
  readonly project: { readonly name: string; readonly language: 'typescript' | 'javascript'; readonly framework: string };
  readonly diagnostics: readonly Diagnostic[];
  readonly adapters: readonly AdapterState[];
  /** The packages of each adapter, by its id: routers carry one of these names, or the id, as their framework. */
  readonly packagesOf: ReadonlyMap<string, readonly string[]>;
  readonly files: { readonly listed: number; readonly parsed: number };
  readonly entries: readonly string[];
  readonly dumps: readonly Dump[];
  readonly milliseconds: number;
  /** What the scan learned of the disk, when that was asked for. Absent with adapters of third parties: they can read what they want. */
  readonly observations?: Observations;
}

/** A scan that can be continued with what it knows. */
export interface Scanned {
  readonly result: ScanResult;
  /** The same after these files, and nothing else, have changed (absolute paths); null when that takes a whole scan. To be asked once. */
  again(changed: readonly string[], options: ScanOptions): Scanned | null;
  /** A whole scan after that, which reads only these files; null when that would not be the same as one that reads all of them. */
  anew(changed: readonly string[], options: ScanOptions): Promise<Scanned> | null;
}

/** Compiles one project: sources → RouteTree → EndpointSet. Reads files below the project's repository and writes nothing. */
export async function scanProject(options: ScanOptions): Promise<ScanResult> {
  return (await scan(options, false)).result;
}

/** `scanProject`, with all that a later scan of nearly the same sources can use. */
export const scanAndKeep = (options: ScanOptions): Promise<Scanned> => scan(options, true);

async function scan(options: ScanOptions, keep: boolean, kept: KeptSources | null = null): Promise<Scanned> {
  const started = performance.now();
  const config = options.config ?? {};
  const own = new Set(firstParty.map((adapter) => adapter.id));
  const loaded = await loadAdapters(
    options.root,
    (config.adapters ?? []).filter((name) => !own.has(name)),
  );
  const extra = (options.extraAdapters ?? []).map((adapter) => ({ adapter, problem: adapterProblem(nameOf(adapter), adapter) }));
  const problems = [
    ...loaded.problems,
    ...extra.map(({ problem }) => problem).filter((problem): problem is AdapterProblem => problem !== null),
  ];
  const adapters = [...extra.filter(({ problem }) => problem === null).map(({ adapter }) => adapter), ...loaded.adapters, ...firstParty];
  const foreign = loaded.adapters.length + problems.length + extra.length;
  const lowered = lower({
    root: options.root,
    adapters,
    libraries,
    problems,
    keep,
    ...(kept && { kept }),
    ...(config.entries && { entries: config.entries }),
    ...(config.exclude && { exclude: config.exclude }),
    ...(config.env && { env: config.env }),
    ...(config.values && { values: config.values }),
    ...(options.onProgress && { onProgress: options.onProgress }),
    ...(options.observe && foreign === 0 && { observe: true }),
    ...(options.texts && { texts: options.texts }),
    ...(options.contracts === false && { contracts: false }),
  });
  return scanned(lowered, { adapters, foreign }, options, started);
}

/** The adapters of a scan, and how many of them are none of ours. */
interface AdaptersUsed {
  readonly adapters: readonly Adapter[];
  readonly foreign: number;
}

function scanned(lowered: Lowered, used: AdaptersUsed, options: ScanOptions, started: number, before?: readonly Ir[]): Scanned {
  const piped = pipelined(lowered.program, options, before);
  return {
    result: resultOf(lowered, piped, used.adapters, options.root, started),
    again: (changed, next) => {
      const begun = performance.now();
      const relowered = used.foreign === 0 ? lowered.again(changed) : null;
      return relowered && scanned(relowered, used, next, begun, piped.stages);
    },
    anew: (changed, next) => {
      const kept = used.foreign === 0 ? lowered.sources(changed) : null;
      return kept && scan(next, true, kept);
    },
  };
}

function resultOf(lowered: Lowered, { set, dumps }: Piped, adapters: readonly Adapter[], root: string, started: number): ScanResult {
  const frameworkOf = new Map(set.program.routers.map((router) => [router.id, router.framework]));
  const counts = new Map<string, number>();
  for (const endpoint of set.endpoints) {
    const framework = frameworkOf.get(endpoint.trail.at(-1)!.router) ?? '';
    counts.set(framework, (counts.get(framework) ?? 0) + 1);
  }
  const dependencies = { ...lowered.manifest?.dependencies, ...lowered.manifest?.devDependencies, ...lowered.manifest?.peerDependencies };
  const states = adapters.map((adapter): AdapterState => {
    const evidence = [
      ...adapter.packages.filter((name) => name in dependencies).map((name) => `package.json names ${name} ${dependencies[name]}`),
      ...(lowered.used.get(adapter.id) ?? []).map((name) => `the program imports ${name}`),
    ];
    return {
      id: adapter.id,
      title: adapter.title,
      detected: evidence.length > 0,
      evidence,
      endpoints: adapter.packages.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0) || (counts.get(adapter.id) ?? 0),
    };
  });
  const frameworks = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  return {
    endpointSet: set,
    project: {
      name: lowered.manifest?.name ?? path.basename(path.resolve(root)),
      language: lowered.language,
      framework:
        frameworks[0] ??
        states.find((state) => state.detected && adapters.find((adapter) => adapter.id === state.id)!.packages.length > 0)?.id ??
        'none',
    },
    diagnostics: set.diagnostics,
    adapters: states,
    packagesOf: new Map(adapters.map((adapter) => [adapter.id, adapter.packages])),
    files: lowered.files,
    entries: lowered.entries,
    dumps,
    milliseconds: Math.round(performance.now() - started),
    ...(lowered.observations && { observations: lowered.observations }),
  };
}

/** What a message calls an adapter of which nothing has been checked. */
const nameOf = (adapter: unknown): string => String((adapter as { readonly id?: unknown } | null | undefined)?.id ?? 'without an id');

type Piped = Pick<PipelineResult, 'set' | 'dumps' | 'stages'>;

function pipelined(program: Parameters<typeof runPipeline>[0], options: ScanOptions, before: readonly Ir[] | undefined): Piped {
  const result = runPipeline(program, {
    ...(before && { before }),
    ...(options.trace !== undefined && { trace: options.trace }),
    ...(options.stopAfter !== undefined && { stopAfter: options.stopAfter }),
  });
  const set: EndpointSet =
    result.ir.kind === 'endpoint-set'
      ? result.ir
      : {
          kind: 'endpoint-set',
          program: result.ir,
          endpoints: [],
          drops: [],
          unresolved: [],
          schemes: [],
          links: [],
          diagnostics: result.ir.diagnostics,
        };
  return { set, dumps: result.dumps, stages: result.stages };
}
