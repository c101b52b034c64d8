import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import semver from 'semver';
import { UsageError } from '../../project/usage-error.js';

export type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

export interface PackageManager {
  readonly name: ManagerName;
  /** For people: `package-lock.json`, `packageManager in package.json`, or that nothing says it. */
  readonly because: string;
  /** Absolute path of the folder that holds the lock file; the project's when there is none. */
  readonly folder: string;
  /** Yarn 2 and later, whose options are called otherwise. */
  readonly modern: boolean;
}

const LOCK_FILES: Readonly<Record<string, ManagerName>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

/**
 * The package manager that a project uses: by the nearest lock file, going up, then by `packageManager` in package.json, else npm. `packageManager`
 * also decides where lock files of several managers lie side by side.
 * @throws UsageError when several lie side by side and nothing decides
 */
export function detectManager(root: string): PackageManager {
  for (let folder = root; ; folder = dirname(folder)) {
    const files = Object.keys(LOCK_FILES).filter((file) => existsSync(join(folder, file)));
    const names = [...new Set(files.map((file) => LOCK_FILES[file]!))];
    const declared = declaredManager(folder);
    if (names.length > 1 && (declared === null || !names.includes(declared.name))) {
      throw new UsageError(
        `${folder} has the lock files of several package managers: ${files.join(', ')}.`,
        'Delete those that are not in use, or name the one in use under "packageManager" in package.json.',
      );
    }
    const name = names.length > 1 ? declared!.name : names[0];
    if (name !== undefined)
      return { name, because: files.find((file) => LOCK_FILES[file] === name)!, folder, modern: isModern(folder, name, declared) };
    if (declared !== null)
      return { name: declared.name, because: 'packageManager in package.json', folder, modern: isModern(folder, declared.name, declared) };
    if (existsSync(join(folder, '.git')) || folder === dirname(folder))
      return { name: 'npm', because: 'there is no lock file', folder: root, modern: false };
  }
}

function declaredManager(folder: string): { readonly name: ManagerName; readonly version: string } | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, '')) as {
      readonly packageManager?: unknown;
    } | null;
    const [, name, version] =
      /^(npm|pnpm|yarn|bun)@(\d+\.\d+\.\d+)/.exec(typeof manifest?.packageManager === 'string' ? manifest.packageManager : '') ?? [];
    return name === undefined ? null : { name: name as ManagerName, version: version! };
  } catch {
    return null;
  }
}

const isModern = (folder: string, name: ManagerName, declared: { readonly name: ManagerName; readonly version: string } | null): boolean =>
  name === 'yarn' && (declared?.name === 'yarn' ? semver.major(declared.version) >= 2 : existsSync(join(folder, '.yarnrc.yml')));

export type Section = 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies';

/** Packages that one call installs: of one manifest, one section, and one way to write the version. */
export interface Installation {
  /** Absolute path of the folder of the manifest. */
  readonly folder: string;
  readonly section: Section;
  /** The version is written without a range. */
  readonly exact: boolean;
  /** `name@range` */
  readonly specifications: readonly string[];
}

/** The arguments of the call; no shell sees them. */
export function installArguments(manager: PackageManager, installation: Installation): string[] {
  const { section, exact, specifications, folder } = installation;
  const kind = { dependencies: 'prod', devDependencies: 'dev', optionalDependencies: 'optional', peerDependencies: 'peer' }[section];
  const short = kind === 'prod' ? [] : [`--${kind}`];
  switch (manager.name) {
    case 'npm':
      return ['install', `--save-${kind}`, ...(exact ? ['--save-exact'] : []), '--no-audit', '--no-fund', '--', ...specifications];
    case 'pnpm':
      return [
        'add',
        `--save-${kind}`,
        ...(exact ? ['--save-exact'] : []),
        ...(existsSync(join(folder, 'pnpm-workspace.yaml')) ? ['--workspace-root'] : []),
        ...specifications,
      ];
    case 'bun':
      return ['add', ...short, ...(exact ? ['--exact'] : []), ...specifications];
    default:
      return [
        'add',
        ...short,
        ...(exact ? ['--exact'] : []),
        ...(!manager.modern && hasWorkspaces(folder) ? ['--ignore-workspace-root-check'] : []),
        ...specifications,
      ];
  }
}

function hasWorkspaces(folder: string): boolean {
  try {
    return 'workspaces' in (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object);
  } catch {
    return false;
  }
}
