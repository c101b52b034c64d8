import { beginChanges, recordChanges, type FileChange } from '../store/index.js';
import { changesText } from '../project/summary.js';
import type { Studio } from './studio.js';

/** What happens when sources change: the log, the page, then a new scan. */
export async function connectChanges(
  studio: Studio,
  log: (line: string) => void,
): Promise<{ take(changes: readonly FileChange[]): Promise<void> }> {
  await beginChanges(studio.root);
  return {
    async take(changes) {
      await recordChanges(studio.root, changes);
      studio.hub.publish('changes', { files: changes.map(({ filePath, eventType }) => ({ filePath, eventType })) });
      log(changes.length === 1 ? `${changes[0]!.filePath}: ${changes[0]!.eventType}` : `${changes.length} files changed`);
      // Not awaited: further changes are collected while the scan runs.
      void studio.scanner.scan(changes.map(({ filePath }) => filePath)).then(({ outcome, failure }) => {
        if (failure) log(`scan: ${failure.message}`);
        else if (outcome?.kept) log(`scan: ${outcome.why!.reason} The model was left as it is.`);
        else if (outcome)
          log(`scan: ${outcome.endpoints} endpoints, changes: ${changesText(outcome.changes)} (${outcome.milliseconds} ms)`);
      });
    },
  };
}
