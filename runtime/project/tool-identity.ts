import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders of this package, below the built files, that a scan runs. A package brings only the bundle, a checkout may run its modules one by one. */
const OWN = ['bundle', 'compiler', 'backends', 'schemas', 'runtime/store', 'runtime/project', 'runtime/cli'];
/** Packages that a scan runs as well. */
const PACKAGES = ['typescript/package.json', '@tool/ir', '@tool/scanner-sdk'];

let identity: string | undefined;

/**
 * What runs a scan here: versions, and size and times of every file of the tool itself when it was first asked. A cache that another identity made is
 * worth nothing; the version alone would not do, since a linked or patched tool changes without it.
 */
export function toolIdentity(): string {
  return (identity ??= identify());
}

function identify(): string {
  const built = fileURLToPath(new URL('../../', import.meta.url));
  const manifest = JSON.parse(readFileSync(join(built, '../package.json'), 'utf8')) as { readonly version: string };
  const parts = [manifest.version, process.version, built];
  const require = createRequire(import.meta.url);
  for (const name of PACKAGES) parts.push(describe(require.resolve(name)));
  for (const folder of OWN) {
    const path = join(built, folder);
    if (existsSync(path))
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && /\.(?:c?js|chunk)$/.test(entry.name)) parts.push(describe(join(entry.parentPath, entry.name)));
      }
  }
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}

function describe(file: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return `${file} ${size} ${mtimeMs} ${ctimeMs}`;
}
