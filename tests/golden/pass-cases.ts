import { LOWERED, parseIr, printIr, printViolation, verifyIr, type EndpointSet, type InvariantId, type Program } from '@tool/ir';
import { join } from 'node:path';
import type { Case } from './expectation.js';
import { built, foldersIn, goldenFolder, namesIn, read } from './project.js';

interface Pass {
  readonly name: string;
  readonly from: string;
  readonly requires: readonly InvariantId[];
  readonly establishes: readonly InvariantId[];
  run(ir: Program | EndpointSet): Program | EndpointSet;
}

const folder = join(goldenFolder, 'passes');
const EXPECT = ';; expect';

/** `passes/<pass>/<case>.ir`: remarks, the IR before the pass, a line `;; expect`, the IR after it. */
export const passCases = (): Case[] =>
  foldersIn(folder).flatMap((pass) =>
    namesIn(join(folder, pass))
      .filter((name) => name.endsWith('.ir'))
      .map((name): Case => ({
        name: `passes/${pass}/${name.slice(0, -3)}`,
        run: async () => {
          const file = join(folder, pass, name);
          const input = read(file)
            .split(new RegExp(`^${EXPECT}$`, 'm'))[0]!
            .trimEnd();
          return [{ file, text: `${input}\n\n${EXPECT}\n${await after(pass, input)}` }];
        },
      })),
  );

/** The passes of the built pipeline, in order. */
export async function pipelinePasses(): Promise<readonly Pass[]> {
  return (await built<{ passes: readonly Pass[] }>('compiler/pipeline.js')).passes;
}

async function after(name: string, input: string): Promise<string> {
  const pass = (await pipelinePasses()).find((each) => each.name === name);
  if (pass === undefined) throw new Error(`compiler/pipeline.ts has no pass "${name}"`);
  const before = parseIr(input);
  if (before.kind !== pass.from) throw new Error(`${name} reads a ${pass.from}; the case has a ${before.kind}`);
  // A case that starts from something impossible shows nothing.
  const required = [...LOWERED, ...pass.requires];
  expectNothing('input', verifyIr(before, { established: required }).map(printViolation));
  const result = pass.run(before);
  expectNothing('output', verifyIr(result, { established: [...required, ...pass.establishes], before }).map(printViolation));
  const text = printIr(result);
  if (printIr(parseIr(text)) !== text) throw new Error('the output does not survive printing and parsing');
  return text;
}

function expectNothing(what: string, violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`the ${what} breaks invariants:\n${violations.join('\n')}`);
}
