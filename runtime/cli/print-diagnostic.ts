import type { Diagnostic } from '@tool/ir';
import type { Style } from './style.js';

export function printDiagnostic(diagnostic: Omit<Diagnostic, 'id'>, style: Style): string {
  const mark = diagnostic.severity === 'error' ? style.red : diagnostic.severity === 'warning' ? style.yellow : style.cyan;
  const { place } = diagnostic;
  const lines = [`${'file' in place ? `${style.cyan(`${place.file}:${place.line}:${place.column}`)}  ` : ''}${mark(diagnostic.severity)} ${style.dim(diagnostic.code)}`];
  lines.push(`    ${diagnostic.message}`);
  for (const related of diagnostic.related) if ('file' in related.place) lines.push(`    ${style.dim(`${related.place.file}:${related.place.line}: ${related.message}`)}`);
  if (diagnostic.help !== undefined) lines.push(`    ${style.cyan('help:')} ${diagnostic.help}`);
  return lines.join('\n');
}
