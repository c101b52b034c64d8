import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Diagnostic, EndpointSet } from '@tool/ir';
import { toModel } from '../../backends/model-json/index.js';
import { adapters } from '../../compiler/adapters/registry.js';
import { passes } from '../../compiler/pipeline.js';
import { scanProject, type ScanResult } from '../../compiler/scan.js';
import type { Config, Endpoint, Unresolved } from '../../schemas/index.js';
import { readModel, recordScan } from '../store/index.js';
import { count } from './columns.js';
import type { Context } from './command.js';
import { byWeight, lossTotals } from './print-diagnostic.js';
import { readProjectConfig } from './project-config.js';
import { absoluteFolder, serverFolders } from './project-servers.js';
import { methodsOf, securityOf } from './summary.js';
import { UsageError } from './usage-error.js';
import { whyNothing, type Reason } from './why-nothing.js';

export interface ScanFlags {
  readonly allowEmpty: boolean;
  readonly stopAfter?: string;
  readonly printAfter?: string;
  readonly printChanged: boolean;
}

/** What `scan` says about one server. Everything but `found` and `printable` goes into the document. */
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
  readonly changes: { readonly added: number; readonly removed: number; readonly changed: number };
  readonly conflicts: readonly string[];
  readonly unresolved: readonly Unresolved[];
  readonly loss: Readonly<Record<string, number>>;
  readonly diagnostics: readonly Omit<Diagnostic, 'id'>[];
  readonly adapters: ScanResult['adapters'];
  readonly files: ScanResult['files'];
  readonly milliseconds: number;
  /** Endpoints that this scan found. */
  readonly found: number;
}

/** Ids of the adapters, in the order of the registry. */
export const adapterIds = (): readonly string[] => adapters.map((adapter) => adapter.id);

/** Names that `--stop-after` and `--print-after` take. */
export const passNames = (): readonly string[] => ['lower', ...passes.map((pass) => pass.name)];

/** Scans the root alone and stores nothing. */
export async function scanReadOnly(context: Context): Promise<ScanResult> {
  return compile(context, context.root, await readProjectConfig(context.root));
}

/** The endpoints that an adapter gave: those whose route stands on a router of one of its packages. */
export function endpointsOf(result: ScanResult, id: string): EndpointSet['endpoints'] {
  const adapter = adapters.find((one) => one.id === id);
  const own = new Set(result.endpointSet.program.routers
    .filter((router) => router.framework === id || adapter?.packages.includes(router.framework))
    .map((router) => router.id));
  return result.endpointSet.endpoints.filter((endpoint) => own.has(endpoint.trail.at(-1)!.router));
}

/** Scans every server below the root and stores what was found. */
export async function scanServers(context: Context, flags: ScanFlags): Promise<ServerScan[]> {
  const config = await readProjectConfig(context.root);
  const scans: ServerScan[] = [];
  for (const folder of serverFolders(context.root, config)) {
    const root = absoluteFolder(context.root, folder);
    scans.push(await scanServer(context, root, folder, root === context.root ? config : await memberConfig(root, config), flags));
  }
  return scans;
}

/** A server's own configuration; what it does not say comes from the repository's, except what names files or one project. */
async function memberConfig(root: string, repository: Config): Promise<Config> {
  const own = await readProjectConfig(root);
  const { env, values, adapters: chosen, environments } = repository;
  return {
    ...(chosen ? { adapters: chosen } : {}),
    ...(environments ? { environments } : {}),
    ...own,
    ...(env || own.env ? { env: { ...env, ...own.env } } : {}),
    ...(values || own.values ? { values: { ...values, ...own.values } } : {}),
  };
}

async function scanServer(context: Context, root: string, folder: string, config: Config, flags: ScanFlags): Promise<ServerScan> {
  // Before the work: a model that cannot be read is not worth waiting for, and must not be replaced.
  const existing = readModel(root);
  const started = performance.now();
  const result = await compile(context, root, config, flags);
  const { endpointSet } = result;
  // A manifest may hold anything under `name`.
  const name = config.name ?? (typeof result.project.name === 'string' && result.project.name !== '' ? result.project.name : basename(root));
  const diagnostics = [...result.diagnostics].sort(byWeight);
  const common = {
    folder,
    project: { ...result.project, name },
    model: folder === '.' ? '.tool/model.json' : `${folder}/.tool/model.json`,
    diagnostics: diagnostics.map(({ id: _id, ...rest }) => rest),
    adapters: result.adapters,
    files: result.files,
    loss: lossTotals(diagnostics),
  };
  const nothing = { written: false, kept: false, changes: { added: 0, removed: 0, changed: 0 }, conflicts: [] };
  if (flags.stopAfter !== undefined) {
    return { ...common, ...nothing, stoppedAfter: flags.stopAfter, endpoints: countEndpoints([]), unresolved: [], found: 0, milliseconds: Math.round(performance.now() - started) };
  }

  const model = toModel(endpointSet, {
    name,
    language: result.project.language === 'typescript' ? 'typescript' : 'javascript',
    framework: result.project.framework,
    ...(config.environments ? { environments: config.environments } : {}),
  });
  const unresolved = model.unresolved ?? [];
  const found = model.endpoints.length;
  const empty = found === 0
    ? { why: whyNothing(result, { entries: (config.entries ?? []).length > 0, exclude: (config.exclude ?? []).length > 0 }) }
    : {};
  const scannedBefore = (existing?.endpoints ?? []).filter((endpoint) => endpoint.origin !== 'manual').length;
  const keep = found === 0 && scannedBefore > 0 && !flags.allowEmpty;
  // A folder that holds nothing of ours and gave nothing is left as it is.
  const leave = found === 0 && existing === null && unresolved.length === 0 && !existsSync(join(root, '.tool'));
  if (keep || leave) {
    return { ...common, ...nothing, ...empty, kept: keep, endpoints: countEndpoints(existing?.endpoints ?? []), unresolved, found, milliseconds: Math.round(performance.now() - started) };
  }
  const recorded = await recordScan(root, model);
  return {
    ...common,
    ...empty,
    written: recorded.written,
    kept: false,
    endpoints: countEndpoints(recorded.model.endpoints),
    changes: { added: recorded.changes.added.length, removed: recorded.changes.removed.length, changed: recorded.changes.changed.length },
    conflicts: recorded.conflicts.map((conflict) => `${conflict.endpoint ?? 'model'} ${conflict.pointer}: the source says ${JSON.stringify(conflict.scanned) ?? 'nothing'}, the model keeps ${JSON.stringify(conflict.authored) ?? 'nothing'}`),
    unresolved,
    found,
    milliseconds: Math.round(performance.now() - started),
  };
}

/** Runs the compiler with a project's configuration, shows progress and prints what the debug flags ask for. */
async function compile(context: Context, root: string, config: Config, flags?: ScanFlags): Promise<ScanResult> {
  for (const entry of config.entries ?? []) {
    if (!existsSync(join(root, entry))) throw new UsageError(`\`entries\` in tool.config.json names "${entry}", and there is no such file in ${root}.`, 'Correct the path; it is relative to tool.config.json.');
  }
  const { entries, exclude, env, values, adapters: chosen } = config;
  const wanted = flags?.printAfter === 'all' || flags?.printChanged ? 'all' as const : flags?.printAfter !== undefined ? [flags.printAfter] : undefined;
  const result = await scanProject({
    root,
    config: {
      ...(entries ? { entries } : {}), ...(exclude ? { exclude } : {}), ...(env ? { env } : {}), ...(values ? { values } : {}), ...(chosen ? { adapters: chosen } : {}),
    },
    onProgress: ({ phase, files }) => context.progress.update(`${phase}: ${count(files, 'file')}`),
    ...(flags?.stopAfter !== undefined ? { stopAfter: flags.stopAfter } : {}),
    ...(wanted !== undefined ? { trace: wanted } : {}),
  });
  for (const { pass, text, changed } of result.dumps) {
    const asked = flags?.printAfter === 'all' || flags?.printAfter === pass;
    context.trace(asked || changed ? `; after ${pass}\n${text}` : `; after ${pass}: unchanged`);
  }
  return result;
}

const countEndpoints = (endpoints: readonly Endpoint[]): ServerScan['endpoints'] => ({
  total: endpoints.length,
  byMethod: methodsOf(endpoints),
  secured: endpoints.filter((endpoint) => securityOf(endpoint) === 'required').length,
  optional: endpoints.filter((endpoint) => securityOf(endpoint) === 'optional').length,
  conditional: endpoints.filter((endpoint) => endpoint.conditional === true).length,
  shadowed: endpoints.filter((endpoint) => endpoint.shadowedBy !== undefined).length,
});

