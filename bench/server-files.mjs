// The files that the yardstick B parses: every JavaScript and TypeScript file that could belong to the server.
import { readdirSync } from 'node:fs';
import path from 'node:path';

const SOURCE = /\.[cm]?[jt]sx?$/;
const NOT_SOURCE = /\.d\.[cm]?ts$|\.min\.js$|\.(test|spec|stories)\.[cm]?[jt]sx?$/;
const NOT_SERVER = new Set([
  'node_modules',
  'bower_components',
  'dist',
  'build',
  'out',
  'coverage',
  'test',
  'tests',
  '__tests__',
  '__mocks__',
  'e2e',
  'cypress',
  'fixtures',
  'frontend',
  'client',
  'public',
  'static',
  'vendor',
  'docs',
]);

/** Absolute paths, sorted; symbolic links are not followed. */
export function serverFiles(root) {
  const found = [];
  const visit = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !NOT_SERVER.has(entry.name)) visit(file);
      else if (entry.isFile() && SOURCE.test(entry.name) && !NOT_SOURCE.test(entry.name)) found.push(file);
    }
  };
  visit(root);
  return found.sort();
}
