import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Diagnostic, EndpointSet } from '@tool/ir';
import { toModel } from '../../backends/model-json/index.js';
import { adapters } from '../../compiler/adapters/registry.js';
import { passes } from '../../compiler/pipeline.js';
import type { ScanOptions, ScanResult } from '../../compiler/scan.js';
import type { Config, Endpoint, Model, Unresolved } from '../../schemas/index.js';
import {
  formatModel,
  knowsLastScan,
  previewScan,
  readSharedModel,
  readSplitFiles,
  recordScan,
  storePaths,
  writeScanRecord,
  type Conflict,
  type PreviewedScan,
} from '../store/index.js';
import { boundHeap } from './bound-heap.js';
import { compileServer, ServerCompiler, type Compiled } from './compile-servers.js';
import { count } from './count.js';
import { halfMergedModel } from './half-merged.js';
import { readProjectConfig } from './project-config.js';
import { absoluteFolder, frameworkPackages, serverFolders } from './project-servers.js';
import { foldersLeftOut, foldersWithFramework } from './servers.js';
import { isMarkOf, markOf, splitDigest, type FileMark, type ScanRecord, type ServerRecord } from './scan-cache.js';
import { methodsOf, securityOf, type ScanChanges } from './summary.js';
import { toolIdentity } from './tool-identity.js';
import { isUsageError, UsageError } from './usage-error.js';
import { byWeight, lossTotals } from './weigh-diagnostics.js';
import { whyBroken, whyNothing, type Reason } from './why-nothing.js';

/** What a scan needs of its host. */
export interface ScanHost {
  /** Absolute path of the project root. */
  readonly root: string;
  readonly progress: { update(text: string): void };
  /** Takes the dumps that the debug flags ask for. */
  readonly trace: (text: string) => void;
  /** Runs the compiler elsewhere: a host that must stay responsive has it in a thread. Default: here. */
  readonly compile?: (options: ScanOptions) => Promise<ScanResult>;
  /** Takes what the compiler gave for one server, for hosts that show more of it than the model holds. */
  readonly onResult?: (folder: string, result: ScanResult) => void;
}

export interface ScanFlags {
  /** Whether to write what a file with a syntax error, or an API that is gone, leaves of the model. */
  readonly allowEmpty: boolean;
  /** Whether to say what the scan would change, and to change nothing. */
  readonly check?: boolean;
  /** What the next commit has otherwise than the working tree, for a check of that. */
  readonly staged?: ReadonlyMap<string, string | null>;
  readonly stopAfter?: string;
  readonly printAfter?: string;
  readonly printChanged: boolean;
}

/** What `scan` says about one server. Everything but `found` and `preview` goes into the document. */
export interface ServerScan {
  readonly folder: string;
  readonly project: ScanResult['project'];
  readonly model: string;
  readonly written: boolean;
  readonly kept: boolean;
  readonly stoppedAfter?: string;
  readonly why?: Reason;
  /** Of the model as it is now, endpoints that people added included. */
  readonly endpoints: {
    readonly total: number;
    readonly byMethod: Readonly<Record<string, number>>;
    readonly secured: number;
    readonly optional: number;
    readonly conditional: number;
    readonly shadowed: number;
  };
  readonly changes: ScanChanges;
  readonly conflicts: readonly string[];
  /** The model was half merged by git, and is both sides now, in step with the source. */
  readonly merged?: true;
  /** What the split YAML files say differently from the model, and how to settle it. */
  readonly disagreement?: string;
  readonly unresolved: readonly Unresolved[];
  readonly loss: Readonly<Record<string, number>>;
  readonly diagnostics: readonly Omit<Diagnostic, 'id'>[];
  readonly adapters: ScanResult['adapters'];
  readonly files: ScanResult['files'];
  readonly milliseconds: number;
  /** Of the last of several servers: folders that may be servers as well, and were left out. */
  readonly leftOut?: readonly string[];
  /** Folders of which each may be a server, and which are one model here. */
  readonly together?: readonly string[];
  /** What a scan would do, when it was only asked for that. */
  readonly preview?: PreviewedScan;
  /** Endpoints that this scan found. */
  readonly found: number;
}

export const SYNTAX_ERROR = 'evaluator/syntax-error';

/** Whether a scan is no success: nothing was found, or not all could be read. */
export const isFailure = (servers: readonly ServerScan[]): boolean =>
  servers.every(({ found }) => found === 0) ||
  servers.some(({ kept, why, diagnostics }) => kept || (why !== undefined && diagnostics.some(({ code }) => code === SYNTAX_ERROR)));

/** Ids of the adapters that `tool` brings, in the order of the registry. */
export const adapterIds = (): readonly string[] => adapters.map((adapter) => adapter.id);

/** Names that `--stop-after` and `--print-after` take. */
export const passNames = (): readonly string[] => ['lower', ...passes.map((pass) => pass.name)];

/** Scans the root alone and stores nothing. */
export async function scanReadOnly(context: ScanHost, flags?: ScanFlags): Promise<ScanResult> {
  const options = optionsOf(context, context.root, await readProjectConfig(context.root), flags);
  const { result } = await compileServer(options, context.compile);
  traceDumps(context, result, flags);
  return result;
}

/** The endpoints that an adapter gave: those whose route stands on a router of one of its packages. */
export function endpointsOf(result: ScanResult, id: string): EndpointSet['endpoints'] {
  const packages = result.packagesOf.get(id) ?? [];
  const own = new Set(
    result.endpointSet.program.routers
      .filter((router) => router.framework === id || packages.includes(router.framework))
      .map((router) => router.id),
  );
  return result.endpointSet.endpoints.filter((endpoint) => own.has(endpoint.trail.at(-1)!.router));
}

/** Scans every server below the root, stores what was found, and remembers it for `recallScan`. */
export async function scanServers(context: ScanHost, flags: ScanFlags): Promise<ServerScan[]> {
  const tool = toolIdentity();
  const marks = [markOf(storePaths(context.root).config)];
  const config = await readProjectConfig(context.root);
  const folders = serverFolders(context.root, config);
  const isFound = [config.projects, config.entries].every((named) => (named ?? []).length === 0);
  const prepared: Prepared[] = [];
  for (const folder of folders) prepared.push(await prepare(context, folder, config, flags));
  const { compile } = context;
  const compiler = compile ? null : new ServerCompiler(prepared.map(({ options }) => options));
  const scans: ScannedServer[] = [];
  try {
    for (const [index, server] of prepared.entries()) {
      const compiled = await (compiler?.of(index) ?? compileServer(server.options, compile));
      const scanned = await scanServer(context, server, compiled, flags);
      const said = isFound && index === folders.length - 1 ? notAsServers(context.root, folders, compiled.result.entries) : {};
      scans.push(saying(scanned, said));
    }
  } finally {
    await compiler?.stop();
  }
  const servers = scans.flatMap(({ record }) => record ?? []);
  if (servers.length === folders.length) {
    const { projects, entries } = config;
    const record: ScanRecord = {
      tool,
      root: context.root,
      marks,
      config: { ...(projects && { projects }), ...(entries && { entries }) },
      packages: frameworkPackages(),
      folders,
      servers,
    };
    writeScanRecord(context.root, record);
  }
  return scans.map(({ scan }) => scan);
}

interface ScannedServer {
  readonly scan: ServerScan;
  /** Absent when the same scan could have another result the next time, or one that is better said again in full. */
  readonly record?: ServerRecord;
}

function saying({ scan, record }: ScannedServer, others: Pick<ServerScan, 'leftOut' | 'together'>): ScannedServer {
  return { scan: { ...scan, ...others }, ...(record && { record: { ...record, result: { ...record.result, ...others } } }) };
}

/** Which folders were left out beside several servers; or which the only model is made of, when several of them hold entries. */
function notAsServers(root: string, folders: readonly string[], entries: readonly string[]): Pick<ServerScan, 'leftOut' | 'together'> {
  if (folders.length === 1 && entries.length < 2) return {};
  const others = foldersLeftOut(root, folders, new Set(frameworkPackages()));
  if (folders.length > 1) return others.length > 0 ? { leftOut: others } : {};
  const together = others.filter((folder) => entries.some((entry) => entry.startsWith(`${folder}/`)));
  return together.length > 1 ? { together } : {};
}

/** A server's own configuration; what it does not say comes from the repository's, except what names files or one project. */
async function memberConfig(root: string, host: ScanHost, repository: Config): Promise<Config> {
  const own = await readProjectConfig(root, host.root);
  const { env, values, adapters: chosen, environments } = repository;
  return {
    ...(chosen ? { adapters: chosen } : {}),
    ...(environments ? { environments } : {}),
    ...own,
    ...(env || own.env ? { env: { ...env, ...own.env } } : {}),
    ...(values || own.values ? { values: { ...values, ...own.values } } : {}),
  };
}

/** What is known of a server before it is compiled. */
interface Prepared {
  readonly root: string;
  readonly folder: string;
  readonly marks: readonly FileMark[];
  readonly config: Config;
  readonly options: ScanOptions;
}

async function prepare(context: ScanHost, folder: string, repository: Config, flags: ScanFlags): Promise<Prepared> {
  const root = absoluteFolder(context.root, folder);
  const marks = [markOf(storePaths(root).config)];
  const config = root === context.root ? repository : await memberConfig(root, context, repository);
  // Before the work: a model that cannot be read is not worth waiting for, and must not be replaced.
  if (flags.check || halfMergedModel(root) === null) readSharedModel(root, context.root);
  return { root, folder, marks, config, options: optionsOf(context, root, config, flags) };
}

async function scanServer(
  context: ScanHost,
  { root, folder, marks, config }: Prepared,
  { result, milliseconds }: Compiled,
  flags: ScanFlags,
): Promise<ScannedServer> {
  const merge = flags.check ? null : halfMergedModel(root);
  const existing = merge?.model ?? readSharedModel(root);
  const started = performance.now() - milliseconds;
  traceDumps(context, result, flags);
  context.onResult?.(folder, result);
  const { endpointSet } = result;
  // A manifest may hold anything under `name`.
  const name =
    config.name ?? (typeof result.project.name === 'string' && result.project.name !== '' ? result.project.name : basename(root));
  const torn = result.diagnostics.filter(({ code }) => code === SYNTAX_ERROR);
  const broken = flags.allowEmpty ? [] : torn;
  // The rest may come of what could not be read.
  const diagnostics = [...(broken.length > 0 ? broken : result.diagnostics)].sort(byWeight);
  const common = {
    folder,
    project: { ...result.project, name },
    model: folder === '.' ? '.tool/model.json' : `${folder}/.tool/model.json`,
    diagnostics: diagnostics.map(({ id: _id, ...rest }) => rest),
    adapters: result.adapters,
    files: result.files,
    loss: lossTotals(result.diagnostics),
  };
  const nothing = { written: false, kept: false, changes: { added: 0, removed: 0, renamed: 0, changed: 0 }, conflicts: [] };
  if (flags.stopAfter !== undefined) {
    return {
      scan: {
        ...common,
        ...nothing,
        stoppedAfter: flags.stopAfter,
        endpoints: countEndpoints([]),
        unresolved: [],
        found: 0,
        milliseconds: Math.round(performance.now() - started),
      },
    };
  }

  const model = toModel(endpointSet, {
    name,
    language: result.project.language === 'typescript' ? 'typescript' : 'javascript',
    framework: result.project.framework,
    ...(config.environments ? { environments: config.environments } : {}),
  });
  const unresolved = model.unresolved ?? [];
  const found = model.endpoints.length;
  const empty =
    broken.length > 0
      ? { why: whyBroken(broken) }
      : found === 0
        ? {
            why: whyNothing(result, {
              entries: (config.entries ?? []).length > 0,
              exclude: (config.exclude ?? []).length > 0,
              folders: foldersWithFramework(root, new Set(frameworkPackages())),
            }),
          }
        : {};
  const scannedBefore = (existing?.endpoints ?? []).filter((endpoint) => endpoint.origin !== 'manual').length;
  const keep = (found === 0 || broken.length > 0) && scannedBefore > 0 && !flags.allowEmpty;
  // A folder that holds nothing of ours and gave nothing is left as it is.
  const leave = found === 0 && existing === null && unresolved.length === 0 && !existsSync(join(root, '.tool'));
  if (keep || leave) {
    return {
      scan: {
        ...common,
        ...nothing,
        ...empty,
        kept: keep,
        endpoints: countEndpoints(existing?.endpoints ?? []),
        unresolved,
        found,
        milliseconds: Math.round(performance.now() - started),
      },
    };
  }
  const given = flags.staged?.get(storePaths(root).model);
  const known = given === undefined && (existing === null || knowsLastScan(root, existing));
  const committed = known ? null : await lastCommitted(root);
  const preview = flags.check ? previewScan(root, model, committed, given) : undefined;
  const recorded = preview
    ? { ...preview, text: formatModel(preview.model), written: false }
    : await recordScan(root, model, undefined, committed, merge?.model);
  const split = splitDigest(root);
  const disagreement = split === '' ? null : await splitNote(root, recorded.model);
  const stale = new Set(recorded.model.endpoints.flatMap((endpoint) => (endpoint.stale ? `${endpoint.method} ${endpoint.path}` : [])));
  const stay = recorded.changes.removed.filter((key) => stale.has(key)).length;
  const scan: ServerScan = {
    ...common,
    ...empty,
    written: recorded.written,
    kept: false,
    endpoints: countEndpoints(recorded.model.endpoints),
    changes: {
      added: recorded.changes.added.length,
      removed: recorded.changes.removed.length,
      ...(stay > 0 && { kept: stay }),
      renamed: recorded.changes.renamed.length,
      changed: recorded.changes.changed.length,
    },
    conflicts: [
      ...recorded.conflicts.map((conflict) => describeConflict(conflict, 'the source')),
      ...(merge?.conflicts ?? []).map((conflict) => describeConflict(conflict, 'their side of the merge')),
    ],
    ...(merge && { merged: true }),
    ...(disagreement !== null && { disagreement }),
    unresolved,
    found,
    milliseconds: Math.round(performance.now() - started),
  };
  if (preview?.stale) return { scan: { ...scan, preview } };
  const left = found === 0 || torn.length > 0 || !result.observations ? null : stored(root, recorded.text);
  if (left === null) return { scan: { ...scan, ...(preview && { preview }) } };
  const { merged: _merged, ...again } = { ...scan, written: false, changes: nothing.changes };
  return {
    scan: { ...scan, ...(preview && { preview }) },
    record: { root, marks: [...marks, ...left], entries: config.entries ?? [], split, observations: result.observations!, result: again },
  };
}

const describeConflict = ({ endpoint, pointer, scanned, authored }: Conflict, whose: string): string =>
  `${endpoint ?? 'model'} ${pointer}: ${whose} says ${JSON.stringify(scanned) ?? 'nothing'}, the model keeps ${JSON.stringify(authored) ?? 'nothing'}`;

/** The model of the last commit; null where there is none, or no git. */
async function lastCommitted(root: string): Promise<Model | null> {
  const { committedModel } = await import('./committed-model.js');
  try {
    return await committedModel(root, 'HEAD');
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return null;
  }
}

/** The reader of YAML is loaded only where there is YAML. */
async function splitNote(root: string, model: Model): Promise<string | null> {
  const { disagreementNote, modelOfFiles } = await import('./split-yaml.js');
  const files = readSplitFiles(root);
  if (files === null) return null;
  try {
    return disagreementNote(model, modelOfFiles(files), files);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    return 'The split YAML files in .tool cannot be read: `tool model validate` says where.';
  }
}

/** Marks of what the store left behind; null when somebody else has changed the model since, the text of which is given. */
function stored(root: string, text: string): FileMark[] | null {
  const paths = storePaths(root);
  const mark = markOf(paths.model);
  if (!isMarkOf(mark, text) && !isMarkOf(mark, text.replaceAll('\n', '\r\n'))) return null;
  return [mark, markOf(paths.scannedModel), markOf(paths.ignoreRules)];
}

/** What the compiler is asked for a server with this configuration. */
function optionsOf(context: ScanHost, root: string, config: Config, flags?: ScanFlags): ScanOptions {
  for (const entry of config.entries ?? []) {
    if (!existsSync(join(root, entry)))
      throw new UsageError(
        `\`entries\` in tool.config.json names "${entry}", and there is no such file in ${root}.`,
        'Correct the path; it is relative to tool.config.json.',
      );
  }
  const { entries, exclude, env, values, adapters: chosen } = config;
  const wanted =
    flags?.printAfter === 'all' || flags?.printChanged
      ? ('all' as const)
      : flags?.printAfter !== undefined
        ? [flags.printAfter]
        : undefined;
  return {
    root,
    config: {
      ...(entries ? { entries } : {}),
      ...(exclude ? { exclude } : {}),
      ...(env ? { env } : {}),
      ...(values ? { values } : {}),
      ...(chosen ? { adapters: chosen } : {}),
    },
    ...(flags?.staged && flags.staged.size > 0 ? { texts: flags.staged } : { observe: true }),
    onProgress: ({ phase, files }) => {
      if (phase === 'evaluate') boundHeap(files);
      context.progress.update(`${phase}: ${count(files, 'file')}`);
    },
    ...(flags?.stopAfter !== undefined ? { stopAfter: flags.stopAfter } : {}),
    ...(wanted !== undefined ? { trace: wanted } : {}),
  };
}

/** Prints what the debug flags ask for. */
function traceDumps(context: ScanHost, { dumps }: ScanResult, flags?: ScanFlags): void {
  for (const { pass, text, changed } of dumps) {
    const asked = flags?.printAfter === 'all' || flags?.printAfter === pass;
    context.trace(asked || changed ? `; after ${pass}\n${text}` : `; after ${pass}: unchanged`);
  }
}

const countEndpoints = (endpoints: readonly Endpoint[]): ServerScan['endpoints'] => ({
  total: endpoints.length,
  byMethod: methodsOf(endpoints),
  secured: endpoints.filter((endpoint) => securityOf(endpoint) === 'required').length,
  optional: endpoints.filter((endpoint) => securityOf(endpoint) === 'optional').length,
  conditional: endpoints.filter((endpoint) => endpoint.conditional === true).length,
  shadowed: endpoints.filter((endpoint) => endpoint.shadowedBy !== undefined).length,
});
