import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './atomic-write.js';
import { fileError } from './file-error.js';
import { ensureFolder } from './init.js';
import { withLock } from './lock.js';
import { storePaths } from './paths.js';
import { readText } from './read-json.js';

/** Text by path below `.tool/`, with forward slashes. */
export type SplitTexts = ReadonlyMap<string, string>;

export interface WrittenFiles {
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly removed: readonly string[];
}

const FOLDERS = ['paths', 'security'] as const;

/** The files of the split YAML layout; null when the project has none, which `.tool/api.yaml` decides. */
export function readSplitFiles(root: string): SplitTexts | null {
  const { folder } = storePaths(root);
  const api = readText(join(folder, 'api.yaml'));
  if (api === null) return null;
  const texts = new Map([['api.yaml', api]]);
  for (const below of FOLDERS) {
    for (const name of yamlFiles(join(folder, below))) {
      const text = readText(join(folder, below, name));
      if (text !== null) texts.set(`${below}/${name}`, text);
    }
  }
  return texts;
}

function yamlFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder)
      .filter((name) => /^[^.].*\.ya?ml$/.test(name))
      .sort();
  } catch (error) {
    throw fileError(error, 'read', folder);
  }
}

/**
 * Replaces the split YAML layout in one step that no other process can come between. Files that are right already are not touched; those
 * that the layout does not have any more are removed.
 * @param permit sees the files that are there, and throws when they must not be replaced
 */
export function writeSplitFiles(root: string, texts: SplitTexts, permit: (present: SplitTexts | null) => void): Promise<WrittenFiles> {
  return withLock(root, () => {
    const { folder } = storePaths(root);
    const present = readSplitFiles(root);
    permit(present);
    ensureFolder(root);
    const written: string[] = [];
    const unchanged: string[] = [];
    // The last one holds the digest of all: a write that breaks off leaves files that do not claim to be whole.
    for (const [name, text] of [...texts].sort(([a], [b]) => Number(a === 'api.yaml') - Number(b === 'api.yaml') || (a < b ? -1 : 1))) {
      if (present?.get(name)?.replaceAll('\r\n', '\n') === text) {
        unchanged.push(name);
        continue;
      }
      writeAtomically(join(folder, name), text);
      written.push(name);
    }
    const removed = [...(present?.keys() ?? [])].filter((name) => !texts.has(name));
    for (const name of removed) {
      try {
        rmSync(join(folder, name));
      } catch (error) {
        throw fileError(error, 'write', join(folder, name));
      }
    }
    return { written, unchanged, removed };
  });
}
