import { join } from 'node:path';
import { writeAtomically } from './atomic-write.js';
import { storePaths } from './paths.js';

/**
 * Remembers what the last scan of a root looked at and found. The folder hides itself from version control: in a repository with several
 * servers it can be the only thing that lies in the `.tool` of the root.
 * @param record JSON-plain
 */
export function writeScanRecord(root: string, record: object): void {
  const { cache, scanRecord } = storePaths(root);
  writeAtomically(join(cache, '.gitignore'), '*\n');
  writeAtomically(scanRecord, `${JSON.stringify(record)}\n`);
}
