import { execFileSync } from 'node:child_process';
import type { Model } from '../../schemas/index.js';
import { conflictMarker, conflictSides, parseModel, storePaths, uniteModels, type Conflict } from '../store/index.js';
import { readText } from '../store/read-json.js';

/**
 * What both sides of a merge say that git left in model.json, as one model; null for a file without marks of a conflict. The sides are those of git's index,
 * else those between the marks.
 * @throws UsageError when a side is no model
 */
export function halfMergedModel(root: string): { readonly model: Model; readonly conflicts: readonly Conflict[] } | null {
  const text = readText(storePaths(root).model);
  if (text === null || conflictMarker(text) === null) return null;
  const [base, ours, theirs] = [1, 2, 3].map((stage) => staged(root, stage));
  const [left, right] = ours != null && theirs != null ? [ours, theirs] : conflictSides(text);
  return uniteModels(
    parseModel(left, 'Our side of .tool/model.json'),
    parseModel(right, 'Their side of .tool/model.json'),
    base == null || ours == null ? null : parseModel(base, 'The common version of .tool/model.json'),
  );
}

function staged(root: string, stage: number): string | null {
  try {
    const words = ['show', `:${stage}:./.tool/model.json`];
    return execFileSync('git', words, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 30,
      windowsHide: true,
    });
  } catch {
    return null;
  }
}
