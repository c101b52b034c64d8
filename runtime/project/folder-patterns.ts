import { readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** How deep `**` goes. */
const DEEPEST = 4;

/** Folders that a pattern (`apps/*`, `packages/**`, `server`, `.`) names, project-relative; `.` for the root. */
export const expandFolders = (root: string, pattern: string): string[] => (/^\.?\/*$/.test(pattern) ? ['.'] : expand(root, pattern));

export function expand(root: string, pattern: string): string[] {
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

const descend = (root: string, folder: string, depth: number): string[] => [
  folder,
  ...(depth === 0 ? [] : children(root, folder).flatMap((child) => descend(root, child, depth - 1))),
];

export function children(root: string, folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map((entry) => posix.join(folder, entry.name));
  } catch {
    return [];
  }
}

export const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
