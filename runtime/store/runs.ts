import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { validate, type Run } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { fileError, isMissing } from './file-error.js';
import { ensureFolder } from './init.js';
import { storePaths } from './paths.js';
import { readJson } from './read-json.js';
import { UsageError } from './usage-error.js';

const RUN_FILE = 'run.json';

/** `20261120-164512042-3f9a2c`: sorts by time, to the millisecond, since the last run is the one that is repeated. */
export const newRunId = (now: Date = new Date()): string =>
  `${now.toISOString().slice(0, 23).replace(/[-:.]/g, '').replace('T', '-')}-${randomBytes(3).toString('hex')}`;

/** Absolute path of the folder of a run, where its other files (reports) belong, too. */
export const runFolder = (root: string, runId: string): string => join(storePaths(root).runs, runId);

/**
 * Writes the record of a run into its folder, which is made. Whoever calls it has masked the secrets.
 * @returns the absolute path of the file
 * @throws UsageError when the file system refuses
 */
export function writeRun(root: string, run: Run): string {
  // Whoever makes records makes all groups alike, so the first ones show a mistake: a check of thousands would be most of a short run.
  const check = validate('run', { ...run, groups: run.groups.slice(0, 20) });
  if (!check.ok)
    throw new Error(
      `The record of the run breaks its schema: ${check.errors
        .slice(0, 3)
        .map((error) => `${error.pointer} ${error.message}`)
        .join('; ')}`,
    );
  ensureFolder(root);
  const folder = runFolder(root, run.runId);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, 'write', folder);
  }
  const file = join(folder, RUN_FILE);
  // Masked or not, what a server answered is nobody else's business on a shared machine.
  // Nobody reads thousands of checks line by line, and laying them out takes longer than all the rest of writing them.
  const isLong = run.groups.reduce((sum, { checks }) => sum + checks.length, 0) > 200;
  writeAtomically(file, `${JSON.stringify(run, null, isLong ? undefined : 2)}\n`, { mode: 0o600 });
  return file;
}

/** Identifiers of the runs that have a record, the newest first. */
export function runIds(root: string): string[] {
  const { runs } = storePaths(root);
  try {
    return readdirSync(runs, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(join(runs, entry.name, RUN_FILE)))
      .map((entry) => entry.name)
      .sort()
      .reverse();
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileError(error, 'read', runs);
  }
}

/**
 * One run. `last` names the newest one; the beginning of an identifier is enough when only one run begins so.
 * @throws UsageError when there is none, or its record is damaged
 */
export function readRun(root: string, named: string): Run {
  const ids = runIds(root);
  if (ids.length === 0)
    throw new UsageError({ what: 'There is no recorded run.', why: '', help: 'Run `tool simulate endpoint --all` first.' });
  const matches =
    named === 'last' ? ids.slice(0, 1) : ids.includes(named) ? [named] : ids.filter((id) => named !== '' && id.startsWith(named));
  if (matches.length !== 1) {
    throw new UsageError({
      what: matches.length === 0 ? `There is no run "${named}".` : `${matches.length} runs begin with "${named}".`,
      why: '',
      help: `The newest are ${ids.slice(0, 3).join(', ')}; "last" names the newest.`,
    });
  }
  return readJson('run', join(runFolder(root, matches[0]!), RUN_FILE), root, {
    purpose: 'It is the record of a run.',
    help: 'Delete the folder of the run: it is a record only, and no other run needs it.',
  })!;
}

/** The newest run of one kind; null when there is none. A damaged record is passed over: an older one answers. */
export function lastRun(root: string, kind: Run['kind']): Run | null {
  for (const id of runIds(root)) {
    try {
      const run = readRun(root, id);
      if (run.kind === kind) return run;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
    }
  }
  return null;
}
