import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Where the TypeScript package keeps the declarations of the language; null when it does not have them. They are the tool's own files and none of a project's. */
export function libraryFolder(): string | null {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve('typescript'));
    return fs.existsSync(path.join(folder, 'lib.es5.d.ts')) ? folder : null;
  } catch {
    return null;
  }
}

/** The text of one of them; null when it is not there. */
export function libraryText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
