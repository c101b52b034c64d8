/** A table; a bar would begin another column, and `<id>` outside of code would be a tag. */
export const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const cell = (text) =>
  String(text)
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '&lt;')))
    .join('')
    .replaceAll('\n', ' ')
    .replaceAll('|', '\\|');

export const WRITTEN = '<!-- Written by `npm run docs`. Changes here are lost. -->';
