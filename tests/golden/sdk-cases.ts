import { fenced } from '@tool/scanner-sdk/testing';
import { join } from 'node:path';
import type { Case } from './expectation.js';
import { filesBelow, goldenFolder, read, repository } from './project.js';

/** Declarations of the IR's package that speak of what `call` and `emit` take and give. The endpoints are no business of an adapter. */
const ofTheIr = (): readonly string[] =>
  filesBelow(join(repository, 'ir', 'dist')).filter(
    (file) => file === 'diagnostic.d.ts' || (/^nodes\/.*\.d\.ts$/.test(file) && file !== 'nodes/endpoint-set.d.ts'),
  );

/** `sdk/declarations.md`: the emitted declaration files of the adapter contract, which is all that an author's compiler sees of it. */
export const sdkCases = (): Case[] => [
  {
    name: 'sdk/declarations',
    run: async () => {
      const sdk = join(repository, 'compiler', 'sdk', 'dist');
      const own = filesBelow(sdk).filter((file) => file.endsWith('.d.ts'));
      if (!own.includes('index.d.ts') || !own.includes('testing/index.d.ts'))
        throw new Error('the adapter contract has no emitted declarations: npm run build');
      const sections = [
        ...own.map((file) => ({ title: `@tool/scanner-sdk: ${file}`, text: read(sdk, file) })),
        ...ofTheIr().map((file) => ({ title: `@tool/ir: ${file}`, text: read(repository, 'ir', 'dist', file) })),
      ];
      const text = [
        '# The adapter contract, as emitted',
        ...sections.flatMap(({ title, text: code }) => [`## ${title}`, fenced('ts', code)]),
      ].join('\n\n');
      return [{ file: join(goldenFolder, 'sdk', 'declarations.md'), text: `${text}\n` }];
    },
  },
];
