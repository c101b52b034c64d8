import { readFileSync } from 'node:fs';
import { confinePath } from './confine-path.js';

export interface SourceFrame {
  readonly lines: readonly { readonly number: number; readonly text: string }[];
  /** The line the frame is about; counts from 1. */
  readonly line: number;
  /** Where the caret stands; counts from 1. */
  readonly column: number;
}

const LONGEST_LINE = 160;

/**
 * The lines around a place, or null when the file cannot be read or no longer has the line.
 * A model is a file that came from somewhere: a path that leaves the project is not followed.
 * @param file project-relative
 * @param column counts from 1; without it the caret stands under the first character that is not a blank
 */
export function sourceFrame(root: string, file: string, line: number, column?: number, around = 3): SourceFrame | null {
  let text: string;
  try {
    text = readFileSync(confinePath(root, file), 'utf8');
  } catch {
    return null;
  }
  const all = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const target = all[line - 1];
  if (target === undefined) return null;
  const first = Math.max(1, line - around);
  const last = Math.min(all.length, line + around);
  const lines = [];
  for (let number = first; number <= last; number++) lines.push({ number, text: shorten(all[number - 1]!.replace(/\t/g, '  ')) });
  const blanks = target.length - target.trimStart().length;
  const tabsBefore = target.slice(0, (column ?? blanks + 1) - 1).split('\t').length - 1;
  return { lines, line, column: Math.min((column ?? blanks + 1) + tabsBefore, LONGEST_LINE) };
}

const shorten = (text: string): string => (text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE)} …` : text);

/** The frame as text: line numbers, a marker before the line and a caret below it. */
export function printFrame(frame: SourceFrame, mark: (text: string) => string, dim: (text: string) => string): string {
  const width = String(frame.lines.at(-1)?.number ?? 0).length;
  const printed: string[] = [];
  for (const { number, text } of frame.lines) {
    const here = number === frame.line;
    printed.push(`${here ? mark('>') : ' '} ${dim(`${String(number).padStart(width)} |`)} ${text}`.trimEnd());
    if (here) printed.push(`  ${dim(`${' '.repeat(width)} |`)} ${' '.repeat(frame.column - 1)}${mark('^')}`);
  }
  return printed.join('\n');
}

/** Where `.get` stands in the frame's line; the frame's own column when it is not there (a table row, a decorator). */
export function routeColumn(frame: SourceFrame, method: string): number {
  const text = frame.lines.find((line) => line.number === frame.line)?.text ?? '';
  const at = text.toLowerCase().indexOf(`.${method.toLowerCase()}`);
  return at < 0 ? frame.column : at + 2;
}
