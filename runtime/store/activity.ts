import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { validate, type ActivityRecord } from '../../schemas/index.js';
import { fileError } from './file-error.js';
import { withLock } from './lock.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { readText } from './read-json.js';

export interface Activity {
  /** In the order in which they were written. */
  readonly records: readonly ActivityRecord[];
  /** Lines that cannot be read. They are skipped, and stay in the file. */
  readonly damaged: readonly { readonly line: number; readonly message: string }[];
}

/** The activity stream of a project. */
export function readActivity(root: string): Activity {
  const records: ActivityRecord[] = [];
  const damaged: { line: number; message: string }[] = [];
  const lines = (readText(storePaths(root).activity) ?? '').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const result = parseRecord(line);
    if (typeof result === 'string') damaged.push({ line: index + 1, message: result });
    else records.push(result);
  }
  return { records, damaged };
}

function parseRecord(line: string): ActivityRecord | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'it is not JSON';
  }
  const result = validate('activity-record', value);
  return result.ok ? result.value : result.errors.map((error) => `${error.pointer} ${error.message}`.trim()).join('; ');
}

/** Adds records at the end of the stream. */
export function appendActivity(root: string, records: readonly ActivityRecord[]): Promise<void> {
  return withLock(root, () => addRecords(root, records));
}

/** The same for a caller that holds the lock. */
export function addRecords(root: string, records: readonly ActivityRecord[]): void {
  if (records.length === 0) return;
  const file = storePaths(root).activity;
  const text = records.map((record) => `${JSON.stringify(orderKeys('activity-record', record))}\n`).join('');
  try {
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = openSync(file, 'a+');
    try {
      writeFileSync(descriptor, endsInsideLine(descriptor) ? `\n${text}` : text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw fileError(error, 'write', file);
  }
}

/** A process that died while writing leaves half a line: what follows must not become part of it. */
function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}
