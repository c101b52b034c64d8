import { execFileSync } from 'node:child_process';
import type { Model } from '../../schemas/index.js';
import { conflictMarker, conflictSides, parseModel, storePaths, uniteModels, type Conflict } from '../store/index.js';
import { readText } from '../store/read-json.js';
import { UsageError } from '../store/usage-error.js';

/**
 * What both sides of a merge say that git left in model.json, as one model; null for a file without marks of a conflict, and where a side is no model: whoever
 * reads the file says so. The sides are those of git's index, else those between the marks.
 */
export function halfMergedModel(root: string): { readonly model: Model; readonly conflicts: readonly Conflict[] } | null {
  const text = readText(storePaths(root).model);
  if (text === null || conflictMarker(text) === null) return null;
  const [base, ours, theirs] = [1, 2, 3].map((stage) => staged(root, stage));
  const [left, right] = ours != null && theirs != null ? [ours, theirs] : conflictSides(text);
  const of = (side: string): Model => parseModel(side, '.tool/model.json');
  try {
    return uniteModels(of(left), of(right), base == null || ours == null ? null : of(base));
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
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
