import type { Call } from '@tool/scanner-sdk';

/** What `tsoa.json` says of the routes; paths are those of the project's files. */
export interface TsoaConfig {
  /** What the patterns of the controllers start at. */
  readonly folder: string;
  readonly basePath: string;
  /** Patterns of the files that hold controllers. */
  readonly controllers: readonly string[];
  readonly authenticationModule: string | null;
  readonly iocModule: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** The folder of the `tsoa.json` nearest to the file of a call: a package of a workspace has one of its own. */
export function folderOf({ project }: Call): string | null {
  for (let folder = project?.directory ?? ''; folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/')))
    if (project!.readText(`${folder}/tsoa.json`) !== null) return folder;
  return null;
}

/** Reads the configuration of the file that registers the routes; without one nothing is configured. */
export function readConfig(call: Call): TsoaConfig {
  const { project } = call;
  const folder = folderOf(call) ?? project?.workingDirectory ?? '';
  let config: Readonly<Record<string, unknown>> = {};
  try {
    config = record(JSON.parse(project?.readText(`${folder}/tsoa.json`) ?? '{}'));
  } catch {
    /* a file that is no JSON says nothing */
  }
  const routes = record(config['routes']);
  const globs = config['controllerPathGlobs'];
  const file = (value: unknown): string | null => (text(value) === null ? null : `${folder}/${text(value)!}`);
  return {
    folder,
    basePath: text(routes['basePath']) ?? '',
    controllers: Array.isArray(globs) ? globs.filter((glob): glob is string => typeof glob === 'string') : [],
    authenticationModule: file(routes['authenticationModule']),
    iocModule: file(routes['iocModule']),
  };
}
