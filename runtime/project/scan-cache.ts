import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { signatureOf, trustworthy } from '../../compiler/frontend/sources/file-signature.js';
import type { Observations } from '../../compiler/frontend/sources/observations.js';
import { stillHolds } from '../../compiler/frontend/sources/still-holds.js';
import type { Config } from '../../schemas/index.js';
import { storePaths } from '../store/paths.js';
import type { ServerScan } from './scan-project.js';
import { foldersToScan } from './servers.js';
import { toolIdentity } from './tool-identity.js';

/*
 * Whether a scan would change anything, answered without the compiler. This module is on the shortest way through the tool: what it imports is
 * loaded by every pre-commit hook.
 */

/** A file as it was. */
export interface FileMark {
  readonly path: string;
  readonly signature: string | null;
  /** Empty when there was no file. */
  readonly digest: string;
}

export interface ServerRecord {
  readonly root: string;
  /** Files of the configuration, entries that must exist, and what the store left behind. */
  readonly marks: readonly FileMark[];
  readonly entries: readonly string[];
  /** Digest of the split YAML layout, with which the model is compared. */
  readonly split: string;
  readonly observations: Observations;
  readonly result: ServerScan;
}

/** What the last scan of a root looked at and found. */
export interface ScanRecord {
  readonly tool: string;
  readonly root: string;
  readonly marks: readonly FileMark[];
  /** What decides which folders are servers. */
  readonly config: Pick<Config, 'projects' | 'entries'>;
  readonly packages: readonly string[];
  readonly folders: readonly string[];
  readonly servers: readonly ServerRecord[];
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64').slice(0, 22);

/** Marks a file as it is now; to be taken before the file is read for use, or together with its text. */
export function markOf(path: string): FileMark {
  const at = Date.now();
  const signature = signatureOf(path);
  const text = textOf(path);
  return { path, signature: trustworthy(signature, at, text !== null), digest: text === null ? '' : digestOf(text) };
}

function isAsMarked({ path, signature, digest }: FileMark): boolean {
  if (signature !== null && signature === signatureOf(path)) return true;
  const text = textOf(path);
  return digest === (text === null ? '' : digestOf(text));
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** A digest of the split YAML layout of a project; empty when it has none. */
export function splitDigest(root: string): string {
  const { folder } = storePaths(root);
  const api = textOf(join(folder, 'api.yaml'));
  if (api === null) return '';
  const below = ['paths', 'security'].flatMap((name) => {
    try {
      return readdirSync(join(folder, name))
        .sort()
        .map((file) => `${name}/${file}`);
    } catch {
      return [];
    }
  });
  return digestOf([api, ...below.map((file) => `${file}\n${textOf(join(folder, file)) ?? ''}`)].join('\0'));
}

/** The text of a marked file, when it is still the one that was marked. */
export const isMarkOf = (mark: FileMark, text: string): boolean => mark.digest === digestOf(text);

/**
 * What a scan of this root would say, when it would find everything as the last one did and write nothing. Null when that is not certain: then the
 * scan has to be made. A record that cannot be read, or of another version of the tool, says nothing.
 */
export function recallScan(root: string): readonly ServerScan[] | null {
  try {
    const text = textOf(storePaths(root).scanRecord);
    if (text === null) return null;
    const record = JSON.parse(text) as ScanRecord;
    return record.tool === toolIdentity() && record.root === root && isCurrent(record) ? record.servers.map(({ result }) => result) : null;
  } catch {
    return null;
  }
}

function isCurrent(record: ScanRecord): boolean {
  if (!record.marks.every(isAsMarked)) return false;
  const folders = foldersToScan(record.root, record.config, new Set(record.packages));
  return (
    JSON.stringify(folders) === JSON.stringify(record.folders) &&
    record.servers.every(
      (server) =>
        server.marks.every(isAsMarked) &&
        server.entries.every((entry) => existsSync(join(server.root, entry))) &&
        splitDigest(server.root) === server.split &&
        stillHolds(server.observations),
    )
  );
}
