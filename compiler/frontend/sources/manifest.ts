import path from 'node:path';
import { recordOf } from './as-written.js';

/** What a `package.json` says, as far as it says it in the way it should. */
export interface Manifest {
  readonly folder: string;
  readonly name?: string;
  readonly version?: string;
  readonly main?: unknown;
  readonly module?: unknown;
  readonly source?: unknown;
  readonly type?: string;
  readonly tsconfig?: string;
  readonly bin?: unknown;
  readonly exports?: unknown;
  readonly imports?: Record<string, unknown>;
  readonly scripts?: Record<string, unknown>;
  readonly workspaces?: unknown;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly babel?: unknown;
  readonly jest?: unknown;
  readonly _moduleAliases?: Record<string, string>;
}

const TEXTS = ['name', 'version', 'type', 'tsconfig'] as const;
const TABLES = ['imports', 'scripts'] as const;
const TABLES_OF_TEXTS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies', '_moduleAliases'] as const;
const ANYTHING = ['main', 'module', 'source', 'bin', 'exports', 'workspaces', 'babel', 'jest'] as const;

/** Conditions in conditions that somebody writes into `exports`, with room to spare: whoever reads them may recurse. */
const MAX_DEPTH = 40;

/**
 * The manifest that a text holds; null when it holds none. A member that is not what it should be is left out.
 * @throws SyntaxError when it is no JSON
 */
export function parseManifest(text: string, folder: string): Manifest | null {
  const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (typeof parsed !== 'object' || parsed === null) return null;
  const given = recordOf(parsed);
  const kept: [string, unknown][] = [['folder', folder]];
  for (const key of TEXTS) if (typeof given[key] === 'string') kept.push([key, given[key]]);
  for (const key of TABLES) if (given[key] !== undefined) kept.push([key, shallow(recordOf(given[key]))]);
  for (const key of TABLES_OF_TEXTS)
    if (given[key] !== undefined)
      kept.push([key, Object.fromEntries(Object.entries(recordOf(given[key])).filter(([, value]) => typeof value === 'string'))]);
  for (const key of ANYTHING) if (given[key] !== undefined && isShallow(given[key])) kept.push([key, given[key]]);
  return Object.fromEntries(kept) as unknown as Manifest;
}

/**
 * Whether `workspaces` names packages below its folder. Members of a repository are no roots: one of yarn states there what is not to be hoisted
 * (`nohoist`), and some name the packages beside them (`../../packages/core`).
 */
export const namesMembers = (workspaces: unknown): boolean => {
  if (!Array.isArray(workspaces)) return typeof workspaces === 'object' && workspaces !== null && 'packages' in workspaces;
  return !workspaces.some((member) => typeof member === 'string' && member.startsWith('../'));
};

const shallow = (table: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => isShallow(value)));

/** Without recursion, which is what it is asked for. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? (Object.values(one) as unknown[]) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** The folder that a manifest states for a package: `"common": "file:../common"`. */
export function statedFolder({ folder, dependencies, devDependencies }: Manifest, name: string): string | null {
  const [, place] = /^(?:file|link|portal):(?:\/\/)?(.+)/.exec(dependencies?.[name] ?? devDependencies?.[name] ?? '') ?? [];
  return place === undefined ? null : path.resolve(folder, place);
}
