import { join } from 'node:path';
import type { Config } from '../../schemas/index.js';
import { expandFolders } from './folder-patterns.js';
import { dependsOn, isLibrary, listens, readManifest, startsSomething, type Manifest } from './member-manifest.js';
import { UsageError } from './usage-error.js';
import { membersOf, type Members } from './workspace-members.js';

/**
 * The folders to scan below a root, project-relative; `.` for the root itself. `projects` of the configuration names them;
 * without it they are found. A root that is configured as a server itself (entries) is one.
 * @param packages npm names of the frameworks
 * @throws UsageError when the configuration names a folder that does not exist
 */
export function foldersToScan(root: string, config: Pick<Config, 'projects' | 'entries'>, packages: ReadonlySet<string>): string[] {
  if (config.projects !== undefined && config.projects.length > 0) {
    const folders = config.projects.map((pattern) => {
      const found = expandFolders(root, pattern);
      if (found.length === 0)
        throw new UsageError(
          `\`projects\` in tool.config.json names "${pattern}", and there is no such folder below ${root}.`,
          'Correct the path; it is relative to tool.config.json.',
        );
      return found;
    });
    return [...new Set(folders.flat())].sort();
  }
  if (config.entries !== undefined && config.entries.length > 0) return ['.'];
  const found = findServers(root, packages);
  return found.length > 0 ? found : ['.'];
}

/**
 * The servers of a repository that has several: folders with a manifest of their own that depend on a framework, by themselves or through a package
 * of the repository, and that somebody starts, or, where that is said of less than two, whose main file listens. Prefixes and middleware of two servers never mix, so each is scanned on its own root.
 *
 * Empty unless there are at least two and the root is not a server itself: one server in a repository is scanned from the
 * root, where all its imports can be followed.
 * @param packages npm names of the frameworks
 * @returns project-relative POSIX folders, sorted
 */
export function findServers(root: string, packages: ReadonlySet<string>): string[] {
  const manifest = readManifest(root);
  const members = membersOf(root, manifest);
  if (manifest !== null && dependsOn(manifest, packages) && !members.sharesDependencies) return [];
  const using = usingFramework(root, members, packages);
  const started = using.filter(
    ({ folder, manifest: member }) => members.applications.has(folder) || startsSomething(join(root, folder), member),
  );
  const isOwn = ownApplications(root, members, packages);
  const found =
    started.length >= 2
      ? started
      : using.filter((one) => started.includes(one) || (isOwn(one.manifest) && listens(join(root, one.folder), one.manifest)));
  return found.length >= 2 ? found.map(({ folder }) => folder) : [];
}

/** Folders below the root whose manifest names a framework, by itself or through a package of the repository: where a scan that found nothing may look. */
export const foldersWithFramework = (root: string, packages: ReadonlySet<string>): string[] =>
  usingFramework(root, membersOf(root, readManifest(root)), packages).map(({ folder }) => folder);

/**
 * Folders beside several servers that were found which depend on a framework themselves, and of which nothing says that somebody starts them: they are
 * left out. Not those that are there for others to import.
 * @param scanned the folders that are scanned
 */
export function foldersLeftOut(root: string, scanned: readonly string[], packages: ReadonlySet<string>): string[] {
  const members = membersOf(root, readManifest(root));
  const isOwn = ownApplications(root, members, packages);
  return usingFramework(root, members, packages)
    .filter(({ folder, manifest }) => !scanned.some((other) => folder === other || folder.startsWith(`${other}/`)) && isOwn(manifest))
    .map(({ folder }) => folder);
}

/** Tells a package that depends on a framework itself and is not there for others to import, by what it says or by what others do. */
function ownApplications(root: string, members: Members, packages: ReadonlySet<string>): (manifest: Manifest | null) => boolean {
  const manifests = members.folders.map((folder) => readManifest(join(root, folder)));
  return (manifest) =>
    manifest !== null &&
    dependsOn(manifest, packages) &&
    !isLibrary(manifest) &&
    !manifests.some((other) => other !== null && typeof manifest.name === 'string' && dependsOn(other, new Set([manifest.name])));
}

function usingFramework(
  root: string,
  members: Members,
  packages: ReadonlySet<string>,
): { readonly folder: string; readonly manifest: Manifest | null }[] {
  const manifests = new Map(members.folders.map((folder) => [folder, readManifest(join(root, folder))]));
  const known = withPackagesOf(manifests, packages);
  return [...manifests]
    .filter(([folder, manifest]) => members.applications.has(folder) || (manifest !== null && dependsOn(manifest, known)))
    .map(([folder, manifest]) => ({ folder, manifest }));
}

/** The frameworks, and the packages of the repository through which a framework is used. */
function withPackagesOf(manifests: ReadonlyMap<string, Manifest | null>, packages: ReadonlySet<string>): ReadonlySet<string> {
  const known = new Set(packages);
  for (let before = -1; before !== known.size;) {
    before = known.size;
    for (const manifest of manifests.values())
      if (typeof manifest?.name === 'string' && dependsOn(manifest, known)) known.add(manifest.name);
  }
  return known;
}

/** Folders of all packages of the repository, servers or not, project-relative. */
export const workspaceFolders = (root: string): string[] => [...membersOf(root, readManifest(root)).folders];
