import type { Diagnostic } from '@tool/ir';
import type { Style } from './style.js';

/** Several diagnostics. What to do is said once, with the first that it is the help of: a route table can have the same problem in every row. */
export function printDiagnostics(diagnostics: readonly Omit<Diagnostic, 'id'>[], style: Style): string[] {
  const said = new Set<string | undefined>();
  return diagnostics.map(({ help, ...rest }) => {
    const text = printDiagnostic(said.has(help) ? rest : { ...rest, ...(help !== undefined && { help }) }, style);
    said.add(help);
    return text;
  });
}

function printDiagnostic(diagnostic: Omit<Diagnostic, 'id'>, style: Style): string {
  const mark = diagnostic.severity === 'error' ? style.red : diagnostic.severity === 'warning' ? style.yellow : style.cyan;
  const { place } = diagnostic;
  const lines = [`${'file' in place ? `${style.cyan(`${place.file}:${place.line}:${place.column}`)}  ` : ''}${mark(diagnostic.severity)} ${style.dim(diagnostic.code)}`];
  lines.push(`    ${diagnostic.message}`);
  for (const related of diagnostic.related) if ('file' in related.place) lines.push(`    ${style.dim(`${related.place.file}:${related.place.line}: ${related.message}`)}`);
  if (diagnostic.help !== undefined) lines.push(`    ${style.cyan('help:')} ${diagnostic.help}`);
  return lines.join('\n');
}
