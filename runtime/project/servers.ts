import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Config } from '../../schemas/index.js';
import { UsageError } from './usage-error.js';

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
      if (found.length === 0) throw new UsageError(`\`projects\` in tool.config.json names "${pattern}", and there is no such folder below ${root}.`, 'Correct the path; it is relative to tool.config.json.');
      return found;
    });
    return [...new Set(folders.flat())].sort();
  }
  if (config.entries !== undefined && config.entries.length > 0) return ['.'];
  const found = findServers(root, packages);
  return found.length > 0 ? found : ['.'];
}

/**
 * The servers of a repository that has several: folders of workspace packages that depend on a framework. Prefixes and
 * middleware of two servers never mix, so each is scanned on its own root.
 *
 * Empty unless there are at least two and the root is not a server itself: one server in a workspace is scanned from the
 * root, where all its imports can be followed.
 * @param packages npm names of the frameworks
 * @returns project-relative POSIX folders, sorted
 */
export function findServers(root: string, packages: ReadonlySet<string>): string[] {
  const manifest = readManifest(root);
  if (manifest === null || dependsOn(manifest, packages)) return [];
  const found = new Set<string>();
  for (const folder of memberFolders(root, manifest)) {
    const member = readManifest(join(root, folder));
    if (member !== null && dependsOn(member, packages) && startsSomething(member)) found.add(folder);
  }
  return found.size >= 2 ? [...found].sort() : [];
}

/** Nothing in somebody's manifest is what it should be until it was looked at. */
interface Manifest {
  readonly workspaces?: unknown;
  readonly dependencies?: unknown;
  readonly scripts?: unknown;
}

function readManifest(folder: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

const keysOf = (value: unknown): string[] => (typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []);

const dependsOn = (manifest: Manifest, packages: ReadonlySet<string>): boolean =>
  keysOf(manifest.dependencies).some((name) => packages.has(name));

/** A library may depend on a framework, too; nobody starts it. */
const startsSomething = (manifest: Manifest): boolean =>
  keysOf(manifest.scripts).some((name) => /^(start|dev|serve|develop)(:|$)/.test(name));

/** Folders of all packages of the workspace, servers or not, project-relative. */
export function workspaceFolders(root: string): string[] {
  const manifest = readManifest(root);
  return manifest === null ? [] : memberFolders(root, manifest);
}

function memberFolders(root: string, manifest: Manifest): string[] {
  const { workspaces } = manifest;
  const declared: unknown = workspaces !== null && typeof workspaces === 'object' && 'packages' in workspaces ? workspaces.packages : workspaces;
  const patterns: readonly unknown[] = Array.isArray(declared) ? declared : pnpmPackages(root) ?? ['apps/*', 'services/*', 'packages/*'];
  const excluded = new Set<string>();
  const folders = new Set<string>();
  for (const pattern of patterns) {
    if (typeof pattern !== 'string') continue;
    if (pattern.startsWith('!')) expand(root, pattern.slice(1)).forEach((folder) => excluded.add(folder));
    else expand(root, pattern).forEach((folder) => folders.add(folder));
  }
  return [...folders].filter((folder) => !excluded.has(folder)).sort();
}

/** The `packages` list of pnpm-workspace.yaml: a block of quoted or plain strings, which needs no YAML reader. */
function pnpmPackages(root: string): string[] | undefined {
  let text: string;
  try { text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8'); } catch { return undefined; }
  const block = /^packages:[^\S\n]*\r?\n((?:[^\S\n]*(?:-.*|#.*)?\r?\n?)*)/m.exec(text);
  return [...(block?.[1] ?? '').matchAll(/^\s*-\s*['"]?([^'"#\r\n]+?)['"]?\s*(?:#.*)?$/gm)].map((match) => match[1]!);
}

const DEEPEST = 4;

/** Folders that a pattern (`apps/*`, `packages/**`, `server`, `.`) names, project-relative; `.` for the root. */
export const expandFolders = (root: string, pattern: string): string[] =>
  (/^\.?\/*$/.test(pattern) ? ['.'] : expand(root, pattern));

function expand(root: string, pattern: string): string[] {
  let folders = [''];
  for (const part of posix.normalize(pattern).replace(/\/+$/, '').split('/')) {
    if (part === '.' || part === '') continue;
    if (part === '..') return [];
    if (part === '**') folders = folders.flatMap((folder) => descend(root, folder, DEEPEST));
    else if (part.includes('*')) {
      const test = new RegExp(`^${part.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*')}$`);
      folders = folders.flatMap((folder) => children(root, folder).filter((child) => test.test(posix.basename(child))));
    } else folders = folders.map((folder) => posix.join(folder, part)).filter((folder) => isFolder(join(root, folder)));
  }
  return folders.filter((folder) => folder !== '' && folder !== '.');
}

const descend = (root: string, folder: string, depth: number): string[] =>
  [folder, ...(depth === 0 ? [] : children(root, folder).flatMap((child) => descend(root, child, depth - 1)))];

function children(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map((entry) => posix.join(folder, entry.name));
  } catch {
    return [];
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
