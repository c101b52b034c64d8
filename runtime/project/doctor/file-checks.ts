import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  IGNORED,
  readActivity,
  readChanges,
  readMemory,
  readModel,
  readModelSnapshot,
  readSplitFiles,
  readWorkflow,
  runIds,
  storePaths,
  workflowFiles,
} from '../../store/index.js';
import { agents } from '../../agents/index.js';
import { count } from '../count.js';
import { someOf } from '../some-of.js';
import { guarded, ok, problem, skipped, warning, type Check } from './check.js';

const run = promisify(execFile);
const SHOWN = 3;

/** Generated state and credentials must not get into version control: by rule, and in fact. */
export async function ignoreCheck(root: string): Promise<Check> {
  const { folder, ignoreRules } = storePaths(root);
  if (!existsSync(folder)) return skipped('ignore-rules', 'there is no .tool folder yet');
  const tracked = await trackedFiles(root);
  if (tracked.length > 0) {
    const secret = tracked.some((file) => file.endsWith('memory.json'));
    return problem(
      'ignore-rules',
      `git tracks generated files: ${someOf(tracked, SHOWN)}.${secret ? ' memory.json holds credentials.' : ''}`,
      `Run \`git rm --cached ${tracked.slice(0, SHOWN).join(' ')}\` and commit${secret ? '; whoever can read the repository knows those credentials: change them' : ''}.`,
    );
  }
  let text = '';
  try {
    text = readFileSync(ignoreRules, 'utf8');
  } catch {
    /* reported below */
  }
  const present = new Set(text.split(/\r?\n/).map((line) => line.trim().replace(/^\//, '')));
  const missing = IGNORED.filter((rule) => !present.has(rule) && !present.has(`!${rule}`));
  return missing.length === 0
    ? ok('ignore-rules', '.tool/.gitignore keeps generated state out of version control')
    : warning(
        'ignore-rules',
        `.tool/.gitignore lacks ${missing.join(', ')}.`,
        'Run `tool init`: it adds what is missing and keeps the rest.',
      );
}

/** Generated files that git knows; empty without git. */
async function trackedFiles(root: string): Promise<string[]> {
  const places = IGNORED.filter((rule) => !rule.startsWith('*')).map((rule) => `.tool/${rule}`);
  try {
    const { stdout } = await run('git', ['ls-files', '-z', '--', ...places], { cwd: root, maxBuffer: 2 ** 26, windowsHide: true });
    return stdout.split('\0').filter((file) => file !== '');
  } catch {
    return [];
  }
}

export function memoryCheck(root: string): Check {
  const { memory } = storePaths(root);
  if (!existsSync(memory)) return skipped('memory', 'nothing is remembered yet');
  const entries = Object.values(readMemory(root)).reduce((sum, values) => sum + Object.keys(values).length, 0);
  const mode = statSync(memory).mode & 0o777;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(
      'memory',
      `.tool/memory.json holds credentials and others on this machine can read it (mode ${mode.toString(8)}).`,
      'Run `chmod 600 .tool/memory.json`.',
    );
  return ok('memory', `.tool/memory.json holds ${count(entries, 'value')}`);
}

export function activityCheck(root: string): Check {
  if (!existsSync(storePaths(root).activity)) return skipped('activity', 'no scan has recorded anything yet');
  const { records, damaged } = readActivity(root);
  return damaged.length === 0
    ? ok('activity', `${count(records.length, 'record')} of activity`)
    : warning(
        'activity',
        `${count(damaged.length, 'line')} of .tool/activity/activity.ndjson cannot be read (line ${damaged
          .slice(0, SHOWN)
          .map(({ line }) => line)
          .join(', ')}): ${damaged[0]!.message}.`,
        'Delete these lines; they are skipped, and nothing else needs them.',
      );
}

export function changesCheck(root: string): Check {
  const log = readChanges(root);
  if (log === null) return skipped('changes', '`tool dev` has written no change log yet');
  return log.projectRoot === root
    ? ok('changes', `${count(log.changes.length, 'changed file')} since ${log.watchedSince}`)
    : warning(
        'changes',
        `.tool/changes.json was written for ${log.projectRoot}: the project was moved or copied.`,
        'Delete the file; `tool dev` starts a new one.',
      );
}

/** Records of runs and the snapshot of model-watcher. */
export function runsCheck(root: string): Check {
  readModelSnapshot(root);
  const { runs } = storePaths(root);
  return existsSync(runs)
    ? ok('runs', `${count(runIds(root).length, 'recorded run')}; ${count(agents.length, 'agent')}`)
    : skipped('runs', 'nothing has run yet');
}

/** A lock that a process left behind is taken over by itself; one that is held for long says that something hangs. */
export function lockCheck(root: string, now = Date.now()): Check {
  const { lock } = storePaths(root);
  const made = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (made === undefined) return ok('lock', 'nobody is writing in .tool');
  const seconds = Math.round((now - made) / 1000);
  return seconds < 10
    ? ok('lock', 'another process is writing in .tool just now')
    : warning(
        'lock',
        `.tool is locked for ${seconds} s, and a lock is held for milliseconds: a process hangs or was killed.`,
        `End that process. If it does not run any more, delete ${lock}.`,
      );
}

/** Every workflow by itself: one that cannot be read does not hide the others. */
export async function workflowChecks(
  root: string,
  known: { readonly unknownSteps: (workflow: Awaited<ReturnType<typeof readWorkflow>>) => readonly string[] },
): Promise<readonly Check[]> {
  const files = workflowFiles(root);
  if (files.length === 0) return [skipped('workflows', 'there are no workflows')];
  const results = await Promise.all(
    files.map((file) =>
      guarded('workflows', async () => {
        const read = await readWorkflow(root, file);
        const unknown = known.unknownSteps(read);
        return unknown.length === 0
          ? ok('workflows', read.shown)
          : warning(
              'workflows',
              `${read.shown} calls what the model does not have: ${unknown.slice(0, SHOWN).join(', ')}.`,
              'Run `tool scan` if the source is newer than the model; else correct method and path of these steps.',
            );
      }),
    ),
  );
  const bad = results.flat().filter(({ status }) => status !== 'ok');
  return bad.length > 0 ? bad : [ok('workflows', `${count(files.length, 'workflow')} ${files.length === 1 ? 'is' : 'are'} valid`)];
}

/** The split YAML layout says the same as model.json. */
export async function splitYamlCheck(root: string): Promise<Check> {
  const files = readSplitFiles(root);
  if (files === null) return skipped('split-yaml', 'the model was not exported as YAML');
  const { disagreementNote, modelOfFiles } = await import('../split-yaml.js');
  const model = readModel(root);
  const note = model === null ? null : disagreementNote(model, modelOfFiles(files), files);
  return note === null
    ? ok('split-yaml', 'the YAML files say the same as model.json')
    : warning(
        'split-yaml',
        note,
        'Run `tool model export --yaml` to write them from model.json, or `tool model import --yaml` to take them over.',
      );
}
