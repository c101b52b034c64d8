import { join } from 'node:path';
import { filesBelow, foldersIn, goldenFolder } from './project.js';

/** Files that no case reads or writes; `passes` are the names that a folder below `passes/` may have. */
export function orphans(passes: readonly string[]): string[] {
  const found: string[] = [];
  for (const file of filesBelow(join(goldenFolder, 'verify'))) if (!/^[a-z0-9-]+\.ir$/.test(file)) found.push(`verify/${file}`);
  for (const file of filesBelow(join(goldenFolder, 'passes'))) {
    const match = /^([a-z-]+)\/[a-z0-9-]+\.ir$/.exec(file);
    if (!match || !passes.includes(match[1]!)) found.push(`passes/${file}`);
  }
  const scan = join(goldenFolder, 'scan');
  for (const adapter of foldersIn(scan)) {
    for (const name of foldersIn(join(scan, adapter))) {
      const files = filesBelow(join(scan, adapter, name));
      const hasInput = files.some((file) => file.startsWith('input/'));
      for (const file of files)
        if (!hasInput || !(file.startsWith('input/') || file === 'expected.md' || file === 'model.json'))
          found.push(`scan/${adapter}/${name}/${file}`);
    }
  }
  return found;
}
