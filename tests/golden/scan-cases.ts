import { createTwoFilesPatch } from 'diff';
import { parseIr, printIr, printPlace, type Diagnostic, type EndpointSet } from '@tool/ir';
import { join } from 'node:path';
import type { Case } from './expectation.js';
import { built, filesBelow, foldersIn, goldenFolder, read } from './project.js';

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
export const scanCases = (): Case[] => foldersIn(folder).flatMap((adapter) => foldersIn(join(folder, adapter)).map((name): Case => {
  const home = join(folder, adapter, name);
  const scan = once(() => scanInput(join(home, 'input')));
  return {
    name: `scan/${adapter}/${name}`,
    run: async () => [
      { file: join(home, 'expected.md'), text: report(name, await scan()) },
      { file: join(home, 'model.json'), text: await model(await scan()) },
    ],
    problems: async () => {
      const { diagnostics } = await scan();
      const gap = name.startsWith('todo-') && diagnostics.every((diagnostic) => diagnostic.loss === 'none')
        ? ['a todo- case shows what is unsupported and diagnosed, and no diagnostic says that anything is lost'] : [];
      return [...gap, ...unassertedDiagnostics(join(home, 'input'), diagnostics)];
    },
  };
}));

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
    scan.diagnostics.length === 0 ? 'None.' : fence('text', scan.diagnostics.map(diagnosticText).join('\n')),
    `## After ${first.pass}`,
    fence('', asWritten(scan, first.text)),
    ...rest.flatMap((dump, index) => {
      const before = [first, ...rest][index]!.text;
      return [`## ${dump.pass}`, before === dump.text ? 'Unchanged.' : fence('diff', difference(before, asWritten(scan, dump.text)))];
    }),
    `## After ${last.pass}`,
    fence('', last.text),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A fence longer than any in the text. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
}

/** Without the header and the line numbers, which would change with every line above. */
const difference = (before: string, after: string): string =>
  createTwoFilesPatch('before', 'after', before, after, '', '', { context: 1 })
    .split('\n').slice(1).filter((line) => !/^(?:---|\+\+\+) (?:before|after)/.test(line)).map((line) => (line.startsWith('@@') ? '@@' : line)).join('\n');

function diagnosticText(diagnostic: Diagnostic): string {
  return [
    `${printPlace(diagnostic.place)} ${diagnostic.severity} ${diagnostic.code} (loss: ${diagnostic.loss})`,
    `  ${diagnostic.message}`,
    ...diagnostic.related.map((related) => `  ${printPlace(related.place)}: ${related.message}`),
    ...(diagnostic.help === undefined ? [] : [`  help: ${diagnostic.help}`]),
  ].join('\n');
}

async function model(scan: Scan): Promise<string> {
  const { toModel } = await built<{ toModel(set: EndpointSet, project: Scan['project']): unknown }>('backends/model-json/index.js');
  return `${JSON.stringify(toModel(scan.endpointSet, scan.project), null, 2)}\n`;
}

/** `//~ owner/code` on a line asserts exactly that diagnostic there; two codes are two diagnostics. */
function unassertedDiagnostics(input: string, diagnostics: readonly Diagnostic[]): string[] {
  const wanted = filesBelow(input).filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.includes('node_modules/')).flatMap((file) =>
    read(input, file).split(/\r\n|\n/).flatMap((line, index) =>
      (/\/\/~\s*(.*\S)\s*$/.exec(line)?.[1]?.split(/[\s,]+/) ?? []).map((code) => `${file}:${index + 1} ${code}`)));
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
