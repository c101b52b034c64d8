import type { Call } from '@tool/scanner-sdk';

/** What `tsoa.json` says of the routes; paths are those of the project's files. */
export interface TsoaConfig {
  readonly basePath: string;
  /** Patterns of the files that hold controllers. */
  readonly controllers: readonly string[];
  readonly authenticationModule: string | null;
  readonly iocModule: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Reads the configuration of the program's folder; without one nothing is configured. */
export function readConfig(call: Call): TsoaConfig {
  const { project } = call;
  let config: Readonly<Record<string, unknown>> = {};
  try {
    config = record(JSON.parse(project?.readText(`${project.workingDirectory}/tsoa.json`) ?? '{}'));
  } catch {
    /* a file that is no JSON says nothing */
  }
  const routes = record(config['routes']);
  const globs = config['controllerPathGlobs'];
  return {
    basePath: text(routes['basePath']) ?? '',
    controllers: Array.isArray(globs) ? globs.filter((glob): glob is string => typeof glob === 'string') : [],
    authenticationModule: text(routes['authenticationModule']),
    iocModule: text(routes['iocModule']),
  };
}
