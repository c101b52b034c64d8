import { createTwoFilesPatch } from 'diff';
import { printPlace, type Diagnostic } from '@tool/ir';

/** A code block whose fence is longer than any in the text. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}

/** What changed, without the header and the line numbers: those would change with every line above. */
export const difference = (before: string, after: string): string =>
  createTwoFilesPatch('before', 'after', before, after, '', '', { context: 1 })
    .split('\n')
    .slice(1)
    .filter((line) => !/^(?:---|\+\+\+) (?:before|after)/.test(line))
    .map((line) => (line.startsWith('@@') ? '@@' : line))
    .join('\n');

/** Diagnostics as a golden file shows them: everything a user would see of each. */
export const diagnosticsSection = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.length === 0 ? 'None.' : fenced('text', diagnostics.map(diagnosticText).join('\n'));

function diagnosticText(diagnostic: Diagnostic): string {
  return [
    `${printPlace(diagnostic.place)} ${diagnostic.severity} ${diagnostic.code} (loss: ${diagnostic.loss})`,
    `  ${diagnostic.message}`,
    ...diagnostic.related.map((related) => `  ${printPlace(related.place)}: ${related.message}`),
    ...(diagnostic.help === undefined ? [] : [`  help: ${diagnostic.help}`]),
  ].join('\n');
}
