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

/** How many places of one message are named behind the first. */
const NAMED = 5;

/** One for each message, with the other places where it holds: one missing value is met by every route that is built from it. */
export function groupDiagnostics(diagnostics: readonly Omit<Diagnostic, 'id'>[]): readonly Omit<Diagnostic, 'id'>[] {
  const groups = new Map<string, Omit<Diagnostic, 'id'>[]>();
  for (const diagnostic of diagnostics) {
    // What it points at elsewhere makes it another one.
    const key = JSON.stringify([diagnostic.code, diagnostic.severity, diagnostic.message, diagnostic.related]);
    const known = groups.get(key);
    if (known) known.push(diagnostic);
    else groups.set(key, [diagnostic]);
  }
  return [...groups.values()].map((all) => (all.length === 1 ? all[0]! : { ...all[0]!, message: `${all[0]!.message} ${elsewhere(all)}` }));
}

function elsewhere(all: readonly Omit<Diagnostic, 'id'>[]): string {
  const [first, ...others] = [...new Set(all.flatMap(({ place }) => ('file' in place ? [`${place.file}:${place.line}`] : [])))];
  if (first === undefined || others.length === 0) return `(${all.length} times)`;
  return `So at ${others.length} more ${others.length === 1 ? 'place' : 'places'}: ${others.slice(0, NAMED).join(', ')}${others.length > NAMED ? ' …' : ''}`;
}

function printDiagnostic(diagnostic: Omit<Diagnostic, 'id'>, style: Style): string {
  const mark = diagnostic.severity === 'error' ? style.red : diagnostic.severity === 'warning' ? style.yellow : style.cyan;
  const { place } = diagnostic;
  const lines = [
    `${'file' in place ? `${style.cyan(`${place.file}:${place.line}:${place.column}`)}  ` : ''}${mark(diagnostic.severity)} ${style.dim(diagnostic.code)}`,
  ];
  lines.push(`    ${diagnostic.message}`);
  for (const related of diagnostic.related)
    if ('file' in related.place) lines.push(`    ${style.dim(`${related.place.file}:${related.place.line}: ${related.message}`)}`);
  if (diagnostic.help !== undefined) lines.push(`    ${style.cyan('help:')} ${diagnostic.help}`);
  return lines.join('\n');
}
