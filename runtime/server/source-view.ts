import { readFileSync, statSync } from 'node:fs';
import { ApiError } from './api-error.js';
import { confine } from './confine.js';

export interface SourceView {
  readonly file: string;
  /** The line that was asked for, 1-based. */
  readonly line: number;
  /** The first line of `lines`, 1-based. */
  readonly from: number;
  readonly lines: readonly string[];
  readonly total: number;
}

const LARGEST = 4 * 2 ** 20;

/**
 * Lines of a source file around a place.
 * @param around so many lines before and after
 * @throws ApiError when the file is outside the project, gone or too large
 */
export function sourceView(root: string, file: string, line: number, around: number): SourceView {
  const real = confine(root, file);
  if (statSync(real).size > LARGEST) throw new ApiError(413, `${file} is too large to show.`);
  const lines = readFileSync(real, 'utf8').split(/\r?\n/);
  const from = Math.max(1, line - around);
  return { file, line, from, lines: lines.slice(from - 1, line + around), total: lines.length };
}
