import type { EndpointSet, Place } from '@tool/ir';
import { count } from './count.js';
import { someOf } from './some-of.js';

interface Scanned {
  readonly endpointSet: EndpointSet;
  readonly adapters: readonly { readonly id: string; readonly title: string; readonly detected: boolean }[];
  readonly files: { readonly listed: number; readonly parsed: number };
  readonly diagnostics: readonly {
    readonly severity: string;
    readonly code: string;
    readonly message: string;
    readonly place: Place;
    readonly help?: string;
  }[];
  /** Files that were run as programs. */
  readonly entries: readonly string[];
}

/** What the configuration says, and what lies below the folder. */
interface Surroundings {
  readonly entries: boolean;
  readonly exclude: boolean;
  /** Folders below whose manifests name a framework. */
  readonly folders: readonly string[];
}

export interface Reason {
  readonly reason: string;
  readonly help: string;
}

/**
 * Why a scan found no endpoint, from the outside in: no sources, another framework, no framework, no app, nothing resolved, nothing
 * registered. The first that holds is the one to look at first.
 */
export function whyNothing(result: Scanned, configured: Surroundings): Reason {
  const {
    endpointSet: { program, unresolved, drops },
    files,
    adapters,
  } = result;
  const looked = programsRun(result.entries);
  const elsewhere =
    configured.folders.length > 0
      ? ` Folders below that name a framework: ${some(configured.folders)}; scan one with --project ${configured.folders[0]}.`
      : '';
  const excluded = elsewhere + (configured.exclude ? ' `exclude` in tool.config.json leaves files out: check it.' : '');
  if (files.listed === 0) {
    return {
      reason: 'There is no JavaScript or TypeScript source file in this folder.',
      help: `Run the scan in the folder of the server, or name it with --project.${excluded}`,
    };
  }
  const detected = adapters.filter((adapter) => adapter.detected);
  if (program.routers.length === 0) {
    const foreign = servedByUnmodelled(result);
    if (foreign) return foreign;
  }
  if (detected.length === 0) {
    return {
      reason: `No supported web framework was found: neither a package.json here nor an import names one of ${adapters.map((adapter) => adapter.title).join(', ')}.`,
      help: `Run the scan in the folder of the server, or name it with --project; \`tool adapter list\` shows what is supported.${excluded}`,
    };
  }
  const titles = detected.map((adapter) => adapter.title).join(', ');
  if (unresolved.length > 0) {
    return {
      reason: `${titles}: ${count(unresolved.length, 'registration')} found, but the path of none could be resolved.`,
      help: 'The reasons are listed here; one value in tool.config.json may resolve them all.',
    };
  }
  const unreachable = drops.filter((drop) => drop.why === 'unreachable-router').reduce((sum, drop) => sum + drop.count, 0);
  if (unreachable > 0 || (program.routers.length > 0 && program.roots.length === 0)) {
    return {
      reason: `${titles}: routers with ${count(unreachable, 'route')} were found, but no app of this project uses them. ${looked}`,
      help: `${configured.entries ? 'Check `entries` in tool.config.json' : 'Name the file that starts the server under `entries` in tool.config.json'}.${excluded}`,
    };
  }
  const broken = result.diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length;
  if (program.routers.length === 0) {
    return {
      reason: `${titles} is used here, but no app is made by what this project starts${broken > 0 ? `, and ${count(broken, 'error')} kept files from being read` : ''}. ${looked}`,
      help: `${configured.entries ? 'Check `entries` in tool.config.json' : 'Name the file that starts the server under `entries` in tool.config.json'}.${excluded}`,
    };
  }
  return {
    reason: `${titles}: an app was found, but no route is registered on it${broken > 0 ? `; ${count(broken, 'error')} kept files from being read` : ''}. ${looked}`,
    help: `If there should be routes, name the file that registers them under \`entries\` in tool.config.json.${excluded}`,
  };
}

/** Why a scan is not one of the whole API: files that cannot be parsed. */
export function whyBroken(errors: Scanned['diagnostics']): Reason {
  const places = errors.flatMap(({ place }) => ('file' in place ? `${place.file}:${place.line}` : []));
  return {
    reason: `${count(places.length, 'file')} with a syntax error: ${some(places)}. What ${places.length === 1 ? 'it registers' : 'they register'} cannot be known.`,
    help: 'Mend the syntax errors and scan again. What is no source of the server (a template, a fixture) belongs under `exclude` in tool.config.json; `tool scan --allow-empty` writes what could be parsed.',
  };
}

/** A framework that no adapter models serves the routes: no setting would bring them into the model. */
function servedByUnmodelled({ diagnostics }: Scanned): Reason | null {
  const found = diagnostics.find((diagnostic) => diagnostic.code === 'project/unmodelled-framework');
  if (!found) return null;
  const at = 'file' in found.place ? `${found.place.file}:${found.place.line}: ` : '';
  return { reason: `${at}${found.message}`, help: found.help ?? '' };
}

const MOST_NAMED = 5;
const some = (names: readonly string[]): string => someOf(names, MOST_NAMED);

/** What the scan took for the start of a server. */
const programsRun = (entries: readonly string[]): string =>
  entries.length > 0
    ? `Run as programs: ${some(entries)}.`
    : 'No file was run: no package.json starts one that reaches a framework, and no file that nobody imports does.';
