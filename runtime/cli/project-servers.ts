import { join } from 'node:path';
import type { Config } from '../../schemas/index.js';
import { adapters } from '../../compiler/adapters/registry.js';
import { expandFolders, findServers } from './servers.js';
import { UsageError } from './usage-error.js';

/**
 * The folders to scan below a root, project-relative; `.` for the root itself. `projects` of the configuration names them;
 * without it they are found. A root that is configured as a server itself (entries) is one.
 * @throws UsageError when the configuration names a folder that does not exist
 */
export function serverFolders(root: string, config: Config): string[] {
  if (config.projects !== undefined && config.projects.length > 0) {
    const folders = config.projects.map((pattern) => {
      const found = expandFolders(root, pattern);
      if (found.length === 0) throw new UsageError(`\`projects\` in tool.config.json names "${pattern}", and there is no such folder below ${root}.`, 'Correct the path; it is relative to tool.config.json.');
      return found;
    });
    return [...new Set(folders.flat())].sort();
  }
  if (config.entries !== undefined && config.entries.length > 0) return ['.'];
  const found = findServers(root, new Set(adapters.flatMap((adapter) => adapter.packages)));
  return found.length > 0 ? found : ['.'];
}

export const absoluteFolder = (root: string, folder: string): string => (folder === '.' ? root : join(root, folder));
