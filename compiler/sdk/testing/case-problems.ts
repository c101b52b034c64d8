import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '@tool/ir';
import { filesBelow } from './files.js';

/**
 * What is wrong with a case whatever its expectation says; rewriting makes none of it right.
 *
 * `//~ owner/code` on a line of a source asserts exactly that diagnostic there; two codes are two diagnostics. A diagnostic of the sources that no
 * line asserts is a problem as well. A case named `todo-…` shows what is not supported and has to lose something, with a diagnostic that says so.
 */
export function caseProblems(name: string, input: string, diagnostics: readonly Diagnostic[]): string[] {
  const gap =
    name.startsWith('todo-') && diagnostics.every((diagnostic) => diagnostic.loss === 'none')
      ? ['a todo- case shows what is unsupported and diagnosed, and no diagnostic says that anything is lost']
      : [];
  return [...gap, ...unassertedDiagnostics(input, diagnostics)];
}

function unassertedDiagnostics(input: string, diagnostics: readonly Diagnostic[]): string[] {
  const wanted = filesBelow(input)
    .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.includes('node_modules/'))
    .flatMap((file) =>
      readFileSync(join(input, file), 'utf8')
        .split(/\r\n|\n/)
        .flatMap((line, index) =>
          (/\/\/~\s*(.*\S)\s*$/.exec(line)?.[1]?.split(/[\s,]+/) ?? []).map((code) => `${file}:${index + 1} ${code}`),
        ),
    );
  const got = diagnostics.flatMap(({ place, code }) => ('file' in place ? [`${place.file}:${place.line} ${code}`] : []));
  return [
    ...surplus(wanted, got).map((line) => `asserted with //~ and not reported: ${line}`),
    ...surplus(got, wanted).map((line) => `reported and not asserted with //~: ${line}`),
  ];
}

/** What the one list has more often than the other. */
function surplus(one: readonly string[], other: readonly string[]): string[] {
  const left = [...other];
  return one.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
