import { parseIr, printIr, type Diagnostic, type EndpointSet } from '@tool/ir';
import { caseProblems, diagnosticsSection, difference, fenced } from '@tool/scanner-sdk/testing';
import { join } from 'node:path';
import type { Case } from './expectation.js';
import { built, foldersIn, goldenFolder } from './project.js';

interface Scan {
  readonly dumps: readonly { readonly pass: string; readonly text: string }[];
  readonly endpointSet: EndpointSet;
  readonly diagnostics: readonly Diagnostic[];
  readonly project: { readonly name: string; readonly language: string; readonly framework: string };
}

const folder = join(goldenFolder, 'scan');

/**
 * `scan/<adapter>/<case>/input/`: a project. Beside it `expected.md`, which shows the way from the sources to the endpoints, and
 * `model.json`, which is what a user gets.
 */
export const scanCases = (): Case[] =>
  foldersIn(folder).flatMap((adapter) =>
    foldersIn(join(folder, adapter)).map((name): Case => {
      const home = join(folder, adapter, name);
      const scan = once(() => scanInput(join(home, 'input')));
      return {
        name: `scan/${adapter}/${name}`,
        run: async () => [
          { file: join(home, 'expected.md'), text: report(name, await scan()) },
          { file: join(home, 'model.json'), text: await model(await scan()) },
        ],
        problems: async () => caseProblems(name, join(home, 'input'), (await scan()).diagnostics),
      };
    }),
  );

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => (value ??= make());
}

async function scanInput(root: string): Promise<Scan> {
  const { scanProject } = await built<{ scanProject(options: { root: string; trace: 'all' }): Promise<Scan> }>('compiler/scan.js');
  return scanProject({ root, trace: 'all' });
}

const asWritten = (scan: Scan, text: string): string => {
  if (printIr(parseIr(text)) !== text) throw new Error('a dump does not survive printing and parsing');
  return text;
};

function report(name: string, scan: Scan): string {
  const [first, ...rest] = scan.dumps;
  if (first === undefined || rest.length === 0) throw new Error('the scan gave no dumps');
  const last = rest.at(-1)!;
  const parts = [
    `# ${name}`,
    '## Diagnostics',
    diagnosticsSection(scan.diagnostics),
    `## After ${first.pass}`,
    fenced('', asWritten(scan, first.text)),
    ...rest.flatMap((dump, index) => {
      const before = [first, ...rest][index]!.text;
      return [`## ${dump.pass}`, before === dump.text ? 'Unchanged.' : fenced('diff', difference(before, asWritten(scan, dump.text)))];
    }),
    `## After ${last.pass}`,
    fenced('', last.text),
  ];
  return `${parts.join('\n\n')}\n`;
}

async function model(scan: Scan): Promise<string> {
  const { toModel } = await built<{ toModel(set: EndpointSet, project: Scan['project']): unknown }>('backends/model-json/index.js');
  return `${JSON.stringify(toModel(scan.endpointSet, scan.project), null, 2)}\n`;
}
