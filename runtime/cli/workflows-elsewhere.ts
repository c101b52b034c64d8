import { existsSync } from 'node:fs';
import { readProjectConfig } from '../project/project-config.js';
import { absoluteFolder, serverFolders } from '../project/project-servers.js';
import { workspaceFolders } from '../project/servers.js';
import { someOf } from '../project/some-of.js';
import { isUsageError, UsageError } from '../project/usage-error.js';
import { storePaths, workflowFiles } from '../store/index.js';

/** The servers of a workspace that have workflows, where its root has none itself. */
export async function workflowsElsewhere(root: string): Promise<string[]> {
  if (workflowFiles(root).length > 0) return [];
  const folders = [...new Set([...serverFolders(root, await readProjectConfig(root)), ...workspaceFolders(root)])];
  return folders
    .filter((folder) => {
      const server = absoluteFolder(root, folder);
      return existsSync(storePaths(server).workflows) && workflowFiles(server).length > 0;
    })
    .sort();
}

/** What to do about it, for a command that works on one server. */
export const chooseServer = (folders: readonly string[]): string =>
  `Of the servers here, ${someOf(folders, 10)} ${folders.length === 1 ? 'has' : 'have'} workflows. Choose one: --project ${folders[0]}`;

/** Says that of an error about workflows that are not here. */
export const pointElsewhere =
  (root: string) =>
  async (error: unknown): Promise<never> => {
    const folders = isUsageError(error) ? await workflowsElsewhere(root) : [];
    throw folders.length > 0 ? new UsageError((error as Error).message, chooseServer(folders)) : error;
  };
