import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Everything that can ever be served, by its exact path: read once from the bundle's folder, which has no folders in it.
 * A request is a key of this map or nothing; no path of a request reaches the file system.
 */
export function readStaticFiles(folder: string): ReadonlyMap<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file: StaticFile = { bytes: new Uint8Array(readFileSync(join(folder, entry.name))), type };
    files.set(entry.name === 'index.html' ? '/' : `/${entry.name}`, file);
  }
  return files;
}
