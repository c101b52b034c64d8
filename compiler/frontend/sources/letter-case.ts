import path from 'node:path';
import type { ProjectFiles } from './project-files.js';

/** What a specifier may leave out, or write in place of what is there. */
const EXTENSION = /\.(?:[cm]?[jt]sx?|json)$/i;

/**
 * A path as the disk spells it, for a path that exists in other letter case only: macOS and Windows find `./UserService` where the file is called
 * `userService.ts`. The extension of the answer is that of the question, so that it can be resolved like any other path. Null when nothing is
 * called so, when several files are, and when the spelling is right.
 */
export function spelledByDisk(files: ProjectFiles, target: string): string | null {
  if (!files.inside(target)) return null;
  const segments = target
    .slice(files.boundary.length)
    .split('/')
    .filter((segment) => segment !== '');
  let at = files.boundary;
  for (const [index, segment] of segments.entries()) {
    const found =
      files.exists(`${at}/${segment}`) === 'nothing' ? inOtherLetters(files, at, segment, index === segments.length - 1) : segment;
    if (found === null) return null;
    at = `${at}/${found}`;
  }
  return at === target ? null : at;
}

/** The name in a folder that differs from a wanted one by letter case alone; for the last segment with or without an extension. */
function inOtherLetters(files: ProjectFiles, folder: string, wanted: string, isLast: boolean): string | null {
  const lower = wanted.toLowerCase();
  const names = new Set<string>();
  for (const { name, directory } of files.modulesIn(folder)) {
    if (name.toLowerCase() === lower) names.add(name);
    else if (isLast && !directory && EXTENSION.test(name)) {
      const stem = name.replace(EXTENSION, '');
      if (stem.toLowerCase() === lower) names.add(stem);
      else if (EXTENSION.test(wanted) && stem.toLowerCase() === lower.replace(EXTENSION, '')) names.add(stem + path.extname(wanted));
    }
  }
  return names.size === 1 ? [...names][0]! : null;
}
