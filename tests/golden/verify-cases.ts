import { ALL_INVARIANTS, parseIr, verifyIr, type InvariantId } from '@tool/ir';
import { join } from 'node:path';
import type { Case } from './expectation.js';
import { goldenFolder, namesIn, read } from './project.js';

const folder = join(goldenFolder, 'verify');
const ESTABLISHED = /^;; established((?: [TE]\d)+)\s*$/m;

/**
 * `verify/<case>.ir`: one IR. A line that breaks invariants ends with `;; error T4 E2`; no other line may. `;; established T1 T2`
 * in the head limits what is checked; without it everything is.
 */
export const verifyCases = (): Case[] =>
  namesIn(folder)
    .filter((name) => name.endsWith('.ir'))
    .map((name) => ({
      name: `verify/${name.slice(0, -3)}`,
      run: async () => {
        const file = join(folder, name);
        const text = read(file);
        return [{ file, text: withErrors(text) }];
      },
    }));

/** The invariants that at least one case breaks. */
export const brokenInvariants = (): ReadonlySet<string> =>
  new Set(
    verifyCases().flatMap(({ name }) =>
      [...read(goldenFolder, `${name}.ir`).matchAll(/;; error((?: [TE]\d)+)$/gm)].flatMap((match) => match[1]!.trim().split(' ')),
    ),
  );

/** The text with the marks that the verifier's answer asks for. */
function withErrors(text: string): string {
  const plain = text.replace(/ *;; error(?: [TE]\d)+$/gm, '');
  const lines = new Map<object, number>();
  const ir = parseIr(plain, (node, line) => lines.set(node, line));
  const established = (ESTABLISHED.exec(plain)?.[1]?.trim().split(' ') ?? ALL_INVARIANTS) as readonly InvariantId[];
  const marks = new Map<number, Set<string>>();
  for (const violation of verifyIr(ir, { established })) {
    const line = lines.get(violation.node);
    if (line === undefined) throw new Error(`${violation.rule} is reported at a node that no line declares: ${violation.subject}`);
    marks.set(line, (marks.get(line) ?? new Set()).add(violation.rule));
  }
  return plain
    .split('\n')
    .map((line, index) => {
      const rules = marks.get(index + 1);
      return rules ? `${line} ;; error ${[...rules].sort().join(' ')}` : line;
    })
    .join('\n');
}
