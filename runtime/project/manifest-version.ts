import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version in a project's package.json; undefined when it says none. A manifest may hold anything. */
export function manifestVersion(root: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8').replace(/^\uFEFF/, ''));
    const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : undefined;
    return typeof version === 'string' && version !== '' ? version : undefined;
  } catch {
    return undefined;
  }
}
