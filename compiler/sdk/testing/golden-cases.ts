import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Adapter } from '@tool/scanner-sdk';
import { caseProblems } from './case-problems.js';
import { expectation } from './expectation.js';
import { filesBelow, foldersIn } from './files.js';
import { installedScanner, type ScanProject, type Scanned } from './scanner.js';
import { difference } from './sections.js';

export interface GoldenOptions {
  /** The folder that holds one folder for each case: `<case>/input/` is a project, `<case>/expected.md` what comes of it. */
  readonly folder: string | URL;
  /** The adapter under test, checked as `tool` checks one that a configuration names. */
  readonly adapter: Adapter;
  /** The compiler. Without it the package `tool` that is installed beside the cases. */
  readonly scanProject?: ScanProject;
  /**
   * Rewrites the expectations of the cases whose name holds this text; `1` stands for all. Without it the environment variable
   * `UPDATE_GOLDEN` says so. Refused where `CI` is `true`: a change of an expectation has to be read by somebody.
   */
  readonly update?: string;
}

/** One case; `run` rejects with what is wrong. Give both to the test runner of your choice. */
export interface GoldenCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/**
 * The golden cases of an adapter.
 *
 * @throws Error when the folder holds no case: a list of nothing would check nothing.
 */
export function goldenCases(options: GoldenOptions): readonly GoldenCase[] {
  const folder = resolve(typeof options.folder === 'string' ? options.folder : fileURLToPath(options.folder));
  const names = foldersIn(folder);
  if (names.length === 0) throw new Error(`There are no cases in ${folder}. A case is a folder with a project in input/.`);
  return names.map((name) => ({ name, run: () => runCase(folder, name, options) }));
}

async function runCase(folder: string, name: string, options: GoldenOptions): Promise<void> {
  const home = join(folder, name);
  const input = join(home, 'input');
  if (filesBelow(input).length === 0) throw new Error(`${home} has no input/ with a project in it.`);
  const orphans = filesBelow(home).filter((file) => file !== 'expected.md' && !file.startsWith('input/'));
  if (orphans.length > 0) throw new Error(`${home} holds files that no case reads: ${orphans.join(', ')}.`);

  const scanProject = options.scanProject ?? (await installedScanner(folder));
  const scanned = await scanProject({ root: input, trace: 'all', extraAdapters: [options.adapter] });
  const refused = scanned.diagnostics.find(({ code }) => code === 'project/adapter-version' || code === 'project/adapter-not-loaded');
  if (refused) throw new Error(refused.message);
  compare(join(home, 'expected.md'), expectation(name, scanned), wantsUpdate(name, options.update ?? process.env['UPDATE_GOLDEN']));
  const problems = [...caseProblems(name, input, scanned.diagnostics), ...nothingEmitted(options.adapter, scanned)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

function wantsUpdate(name: string, update: string | undefined): boolean {
  if (update === undefined || update === '' || !(update === '1' || name.includes(update))) return false;
  if (process.env['CI'] === 'true')
    throw new Error(
      'Expectations are not rewritten in CI: a change in them has to be read. Run it on your machine and commit the difference.',
    );
  return true;
}

function compare(file: string, text: string, update: boolean): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (old === text) return;
  if (update) {
    writeFileSync(file, text);
    return;
  }
  if (old === null) throw new Error(`${file} is missing. Run the test with UPDATE_GOLDEN=1, and read what was written.\n${text}`);
  throw new Error(`${file} does not hold any more. If the new text is right, run the test with UPDATE_GOLDEN=1.\n${difference(old, text)}`);
}

/** The mistake of the first minute: the project never gets to the adapter. */
const nothingEmitted = (adapter: Adapter, { endpointSet, diagnostics }: Scanned): string[] =>
  endpointSet.program.routers.length > 0 || diagnostics.length > 0
    ? []
    : [
        `The adapter ${adapter.id} emitted nothing. Does package.json of input/ start the right file (main, or a start script), and does that import ${Object.keys(adapter.modules).join(' or ')}?`,
      ];
