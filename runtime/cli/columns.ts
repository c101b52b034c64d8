/** Lines of left-aligned columns, two spaces apart; the last column is not padded. */
export function columns(rows: readonly (readonly string[])[], indent = ''): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index]!)))
          .join('  ')
          .trimEnd(),
    )
    .join('\n');
}

export { count } from '../project/count.js';
