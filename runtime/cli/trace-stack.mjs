// Translates a stack that a user sent: places in dist/bundle, where functions have no names, to places in the built modules.
//   node runtime/cli/trace-stack.mjs < stack.txt
// The bundle has to be the one of the user's version: check its tag out, `npm ci`, `npm run build`.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = resolve(here, '../../dist/bundle');
const folder = mkdtempSync(join(tmpdir(), 'maps-'));
try {
  execFileSync(process.execPath, [join(here, 'bundle.mjs'), '--maps', folder], { stdio: 'pipe' });
  const maps = new Map();
  const mapOf = (name) => {
    const file = join(folder, `${name}.map`);
    if (!maps.has(name)) maps.set(name, existsSync(file) ? new TraceMap(readFileSync(file, 'utf8')) : null);
    return maps.get(name);
  };
  const translated = readFileSync(0, 'utf8').replace(/[^\s()]*?([\w-]+\.chunk):(\d+):(\d+)/g, (place, name, line, column) => {
    const map = mapOf(name);
    const found = map && originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
    if (!found || found.source === null) return place;
    const file = relative(resolve(here, '../..'), resolve(bundle, found.source));
    return `${found.name ? `${found.name} ` : ''}${file}:${found.line}:${found.column + 1}`;
  });
  process.stdout.write(translated);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
