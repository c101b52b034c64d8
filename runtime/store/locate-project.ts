import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_FILE, TOOL_FOLDER } from './paths.js';

const MARKS = [TOOL_FOLDER, CONFIG_FILE, 'package.json'];

/**
 * The root of the project that a folder belongs to: the nearest folder, going up, that holds `.tool`, `tool.config.json` or
 * `package.json`. Without any, the folder itself.
 */
export function locateProject(start: string): string {
  const first = resolve(start);
  for (let folder = first; ; folder = dirname(folder)) {
    if (MARKS.some((mark) => existsSync(join(folder, mark)))) return folder;
    if (dirname(folder) === folder) return first;
  }
}
