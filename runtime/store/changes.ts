import type { Change, Changes } from '../../schemas/index.js';
import { join } from 'node:path';
import { writeAtomically } from './atomic-write.js';
import { ensureFolder } from './init.js';
import { withLock } from './lock.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { readJson } from './read-json.js';

/** What happened to one file, as a watcher sees it. `filePath` is relative to the project, with forward slashes. */
export type FileChange = Pick<Change, 'filePath' | 'changedAt' | 'eventType'>;

/** So many files stay in the log; the oldest go first. A log that grows without end is read by nobody. */
const MOST = 5_000;

/**
 * The change log of a project; null when nobody has watched it yet.
 * @throws UsageError when the file is damaged
 */
export const readChanges = (root: string): Changes | null =>
  readJson('changes', storePaths(root).changes, root, {
    purpose: 'It says which files changed since the last time, and whoever relies on it would miss some.',
    help: 'Delete the file: `tool dev` starts a new one. It was not changed.',
  });

/**
 * Says that the files are watched from now on. Entries of an earlier watch stay: what they name did change.
 * @throws UsageError when the present log is damaged
 */
export const beginChanges = (root: string, now: () => Date = () => new Date()): Promise<Changes> => update(root, [], now().toISOString());

/** Adds changes to the log: one entry for each file, whatever happened to it how often. Safe against a second watcher. */
export const recordChanges = (root: string, changes: readonly FileChange[]): Promise<Changes> => update(root, changes);

function update(root: string, changes: readonly FileChange[], watchedSince?: string): Promise<Changes> {
  return withLock(root, () => {
    ensureFolder(root);
    const previous = readChanges(root);
    const next: Changes = {
      version: 1,
      watchedSince: watchedSince ?? previous?.watchedSince ?? changes[0]?.changedAt ?? new Date().toISOString(),
      projectRoot: root,
      changes: mergeChanges(previous?.changes ?? [], changes, root),
    };
    writeAtomically(storePaths(root).changes, `${JSON.stringify(orderKeys('changes', next), null, 2)}\n`);
    return next;
  });
}

/** One entry per file, oldest first. */
export function mergeChanges(previous: readonly Change[], changes: readonly FileChange[], root: string): Change[] {
  const byFile = new Map(previous.map((change) => [change.filePath, change]));
  for (const { filePath, changedAt, eventType } of changes) {
    const before = byFile.get(filePath)?.eventType;
    // Deleting and inserting again puts the entry at the end: the order is that of the last events.
    byFile.delete(filePath);
    byFile.set(filePath, { filePath, absolutePath: join(root, filePath), changedAt, eventType: combine(before, eventType) });
  }
  return [...byFile.values()].slice(-MOST);
}

/** Seen from the beginning of the log: a new file that is edited is still new; one that came back was changed. */
function combine(before: Change['eventType'] | undefined, now: Change['eventType']): Change['eventType'] {
  if (before === 'add' && now === 'change') return 'add';
  if (before === 'unlink' && now === 'add') return 'change';
  return now;
}
