import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compare, type Disagreement } from './compare.js';
import { scratch, writeProgram } from './fuzz.js';
import { runOracle } from './oracle.js';
import type { Row } from './row.js';
import { scanProject } from './scanner.js';

export const projectsFolder = fileURLToPath(new URL('../../../tests/differential/projects', import.meta.url));
export const stubsFolder = fileURLToPath(new URL('../../../tests/differential/stubs', import.meta.url));

/** `differential.json` of a project; everything is optional. */
interface Settings {
  readonly versions?: readonly (4 | 5)[];
  readonly entry?: string;
  /** Other configurations give other routes or middlewares, marked conditional. */
  readonly conditionalAllowed?: boolean;
  readonly unresolvedAllowed?: boolean;
}

export interface ProjectResult {
  readonly name: string;
  readonly version: 4 | 5;
  readonly error?: string;
  readonly rows: readonly Row[];
  readonly disagreements: readonly Disagreement[];
}

/** `<cause>/<variant>` of every project, sorted. */
export const projectNames = (): string[] =>
  fs
    .readdirSync(projectsFolder)
    .sort()
    .flatMap((cause) =>
      fs
        .readdirSync(path.join(projectsFolder, cause))
        .sort()
        .map((variant) => `${cause}/${variant}`),
    );

/** Runs a project on each version of Express it is written for, from a copy whose manifest names that version. */
export async function runProject(name: string, oracleOnly = false): Promise<ProjectResult[]> {
  const files = new Map<string, string>();
  const folder = path.join(projectsFolder, name);
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    files.set(path.relative(folder, file).split(path.sep).join('/'), fs.readFileSync(file, 'utf8'));
  }
  const settings = JSON.parse(files.get('differential.json') ?? '{}') as Settings;
  files.delete('differential.json');
  const manifest = JSON.parse(files.get('package.json')!) as { main: string };
  const parent = scratch();
  const results: ProjectResult[] = [];
  try {
    for (const version of settings.versions ?? ([4, 5] as const)) {
      const root = path.join(parent, `v${version}`);
      writeProgram(
        root,
        new Map([
          ...files,
          ['package.json', files.get('package.json')!.replace(/("express":\s*")[^"]*/, `$1${version === 4 ? '^4.21.2' : '^5.1.0'}`)],
        ]),
      );
      const oracle = await runOracle({ root, entry: settings.entry ?? manifest.main, version, stubs: stubsFolder });
      if (oracle.error !== undefined || oracleOnly) {
        results.push({
          name,
          version,
          rows: oracle.rows,
          disagreements: [],
          ...(oracle.error === undefined ? {} : { error: oracle.error }),
        });
        continue;
      }
      try {
        const { endpointSet } = await scanProject(root);
        results.push({ name, version, rows: oracle.rows, disagreements: compare(oracle.rows, endpointSet, { files, ...settings }) });
      } catch (error) {
        results.push({
          name,
          version,
          rows: oracle.rows,
          disagreements: [{ kind: 'crash', text: error instanceof Error ? (error.stack ?? error.message) : String(error) }],
        });
      }
    }
  } finally {
    fs.rmSync(parent, { recursive: true, force: true });
  }
  return results;
}
