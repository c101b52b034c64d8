import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import semver from 'semver';
import { UsageError } from '../../project/usage-error.js';
import type { Installation, Section } from './package-manager.js';
import type { Published } from './registry.js';

/** A package of ours in a manifest of the project. */
export interface Declared {
  readonly name: string;
  /** Absolute path of the folder of the manifest. */
  readonly folder: string;
  readonly section: Section;
  /** As the manifest has it: `^0.3.0`. */
  readonly range: string;
  /** The version in node_modules; absent when it is not installed. */
  readonly installed?: string;
}

export type Verdict = 'upgrade' | 'current' | 'ahead' | 'managed' | 'unsupported' | 'unknown' | 'unreachable';

export interface Decision extends Declared {
  readonly verdict: Verdict;
  readonly latest?: string;
  /** What the manifest will have, for `upgrade`. */
  readonly next?: string;
  /** Why nothing is done, for people. */
  readonly why?: string;
}

/** Names of the packages that belong to the tool: its own and the ones it publishes beside itself. */
export function ownPackages(): string[] {
  const manifest = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
    readonly name: string;
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return [manifest.name, ...Object.keys(manifest.dependencies).filter((name) => name.startsWith('@tool/'))];
}

const SECTIONS: readonly Section[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/**
 * Our packages in the manifests of these folders. A package in several sections counts where it is installed from, not as a peer.
 * @throws UsageError when a manifest cannot be read
 */
export function declaredIn(folders: readonly string[], names: readonly string[]): Declared[] {
  return [...new Set(folders)].flatMap((folder) => {
    const manifest = readManifest(folder);
    return names.flatMap((name): Declared[] => {
      const section = SECTIONS.find((one) => typeof manifest[one]?.[name] === 'string');
      if (section === undefined) return [];
      const installed = installedVersion(folder, name);
      return [
        {
          name,
          folder,
          section,
          range: (manifest[section] as Readonly<Record<string, string>>)[name]!,
          ...(installed !== undefined && { installed }),
        },
      ];
    });
  });
}

function readManifest(folder: string): Partial<Record<Section, Readonly<Record<string, unknown>>>> {
  const file = join(folder, 'package.json');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(
      `There is no package.json in ${folder}.`,
      '`tool upgrade` upgrades the tool where it is a dependency; name the project with --project.',
    );
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    /* the same error */
  }
  throw new UsageError(`${file} is not a JSON object.`, 'Correct it, and run `tool upgrade` again. It was not changed.');
}

/** As Node finds it: in node_modules of the folder or of one above. */
export function installedVersion(folder: string, name: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    try {
      const { version } = JSON.parse(readFileSync(join(current, 'node_modules', name, 'package.json'), 'utf8')) as {
        readonly version?: unknown;
      };
      if (typeof version === 'string' && semver.valid(version) !== null) return version;
    } catch {
      /* not here */
    }
    if (current === dirname(current)) return undefined;
  }
}

/** What to do about one package. Pure. */
export function decide(declared: Declared, answer: Published, node: string): Decision {
  const { range } = declared;
  if (/^(?:workspace|file|link|portal|patch|catalog|git|github|https?|npm)[:+]|^git@|^[\w.-]+\/[\w.-]+(?:#|$)/.test(range)) {
    return { ...declared, verdict: 'managed', why: `"${range}" in package.json names another place than the registry` };
  }
  if (answer.kind === 'unknown') return { ...declared, verdict: 'unknown', why: 'the registry does not have it' };
  if (answer.kind === 'unreachable') return { ...declared, verdict: 'unreachable', why: answer.why };
  const { latest } = answer;
  const present = declared.installed ?? semver.minVersion(semver.validRange(range) ?? '*')?.version ?? '0.0.0';
  if (semver.eq(present, latest) && (declared.installed !== undefined || semver.satisfies(latest, range)))
    return { ...declared, verdict: 'current', latest };
  if (semver.gt(present, latest)) return { ...declared, verdict: 'ahead', latest, why: 'it is newer than the latest one in the registry' };
  if (answer.node !== undefined && !semver.satisfies(node, answer.node))
    return { ...declared, verdict: 'unsupported', latest, why: `${latest} needs Node ${answer.node}, and this is ${node}` };
  return { ...declared, verdict: 'upgrade', latest, next: nextRange(range, latest) };
}

/** The way a version is written stays: exact, with a tilde, or as a tag. */
function nextRange(range: string, latest: string): string {
  if (semver.valid(range) !== null) return latest;
  if (/^~/.test(range)) return `~${latest}`;
  return semver.validRange(range) === null || range === '*' ? range : `^${latest}`;
}

/** One call for each manifest, section and way of writing. */
export function installations(decisions: readonly Decision[]): Installation[] {
  const groups = new Map<string, { folder: string; section: Section; exact: boolean; specifications: string[] }>();
  for (const { verdict, name, folder, section, next } of decisions) {
    if (verdict !== 'upgrade' || next === undefined) continue;
    const exact = semver.valid(next) !== null;
    const key = JSON.stringify([folder, section, exact]);
    const group = groups.get(key) ?? { folder, section, exact, specifications: [] };
    groups.set(key, group);
    group.specifications.push(`${name}@${next}`);
  }
  return [...groups.values()];
}
