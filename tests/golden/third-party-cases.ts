import type { Adapter } from '@tool/scanner-sdk';
import { caseProblems, expectation, type ScanProject } from '@tool/scanner-sdk/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapterGuide } from './adapter-guide.js';
import type { Case } from './expectation.js';
import { built, foldersIn, goldenFolder, repository } from './project.js';

const folder = join(goldenFolder, 'third-party');

/** `third-party/<adapter>/golden/<case>/`: the cases that an author's own test run compares (tests/adapters/author.test.ts does), so that they are rewritten as all others are. */
export const thirdPartyCases = (): Case[] =>
  foldersIn(folder).flatMap((name) =>
    foldersIn(join(folder, name, 'golden')).map((each): Case => {
      const home = join(folder, name, 'golden', each);
      const scan = async (): ReturnType<ScanProject> => {
        const { scanProject } = await built<{ scanProject: ScanProject }>('compiler/scan.js');
        return scanProject({ root: join(home, 'input'), trace: 'all', extraAdapters: [await adapterOf(name)] });
      };
      return {
        name: `third-party/${name}/${each}`,
        run: async () => [{ file: join(home, 'expected.md'), text: expectation(each, await scan()) }],
        problems: async () => caseProblems(each, join(home, 'input'), (await scan()).diagnostics),
      };
    }),
  );

async function adapterOf(name: string): Promise<Adapter> {
  const file = name === 'polka' ? fromTheGuide() : join(folder, name, 'index.js');
  return ((await import(pathToFileURL(file).href)) as { readonly default: Adapter }).default;
}

/** Below the repository, where `@tool/scanner-sdk` is found. */
function fromTheGuide(): string {
  const home = join(repository, '.build', 'adapter-of-the-guide');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(home, 'index.js'), adapterGuide().files['index.js']!);
  return join(home, 'index.js');
}
