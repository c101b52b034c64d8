import type { EndpointRow } from './api-types.js';

export interface Filters {
  readonly text: string;
  readonly method: string;
  readonly guard: string;
  readonly tag: string;
  readonly flag: string;
  readonly file: string;
}

export const noFilters: Filters = { text: '', method: '', guard: '', tag: '', flag: '', file: '' };

/** A row with what is searched in it, made once: a keystroke must not lower thousands of paths again. */
export interface IndexedRow {
  readonly row: EndpointRow;
  readonly text: string;
  readonly path: string;
}

export const indexRows = (rows: readonly EndpointRow[]): IndexedRow[] =>
  rows.map((row) => ({
    row,
    path: row.path.toLowerCase(),
    text: `${row.method} ${row.path} ${row.name ?? ''} ${row.file ?? ''} ${row.tags.join(' ')}`.toLowerCase(),
  }));

/** What a guard filter means by "nobody". */
export const NO_GUARD = '(none)';

/**
 * The rows in which every word occurs and every filter holds, in their order. `method:`, `path:`, `file:`, `guard:`, `tag:` and `is:` in
 * the text narrow a word to its field. Where no row has all words, those whose path has their letters in order follow, the shortest first.
 */
export function filterRows(index: readonly IndexedRow[], filters: Filters): EndpointRow[] {
  const words: string[] = [];
  const tests: ((entry: IndexedRow) => boolean)[] = [];
  const field = (name: string, value: string): void => {
    if (value === '') return;
    const wanted = value.toLowerCase();
    if (name === 'method') tests.push(({ row }) => row.method.toLowerCase() === wanted);
    else if (name === 'path') tests.push(({ path }) => path.includes(wanted));
    else if (name === 'file') tests.push(({ row }) => (row.file ?? '').toLowerCase().includes(wanted));
    else if (name === 'guard')
      tests.push(({ row }) =>
        wanted === NO_GUARD || wanted === 'none' ? row.guards.length === 0 : row.guards.some((guard) => guard.toLowerCase() === wanted),
      );
    else if (name === 'tag') tests.push(({ row }) => row.tags.some((tag) => tag.toLowerCase() === wanted));
    else tests.push(({ row }) => row.flags.includes(wanted));
  };
  for (const word of filters.text.toLowerCase().split(/\s+/)) {
    const [, name, value] = /^(method|path|file|guard|tag|is):(.*)$/.exec(word) ?? [];
    if (name !== undefined) field(name, value!);
    else if (word !== '') words.push(word);
  }
  field('method', filters.method);
  field('guard', filters.guard);
  field('tag', filters.tag);
  field('is', filters.flag);
  field('file', filters.file);
  const possible = tests.length === 0 ? index : index.filter((entry) => tests.every((test) => test(entry)));
  const found = words.length === 0 ? possible : possible.filter(({ text }) => words.every((word) => text.includes(word)));
  if (found.length > 0 || words.length === 0) return found.map(({ row }) => row);
  const letters = words.join('');
  return possible
    .filter(({ path }) => hasInOrder(path, letters))
    .sort((a, b) => a.path.length - b.path.length)
    .map(({ row }) => row);
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Values that occur, with how often, the most frequent first. */
export function facet(
  rows: readonly EndpointRow[],
  values: (row: EndpointRow) => readonly string[],
): (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const row of rows) for (const value of values(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
