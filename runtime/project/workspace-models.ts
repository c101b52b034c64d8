import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectConfig } from './project-config.js';
import { readListedModel, type ListedModel } from './project-model.js';
import { absoluteFolder, serverFolders } from './project-servers.js';
import { workspaceFolders } from './servers.js';
import { UsageError } from './usage-error.js';

/** One server of a workspace; `listed` is null while nobody has scanned it. */
export interface WorkspaceModel {
  /** Relative to the root, POSIX; `.` for the root itself. */
  readonly folder: string;
  readonly listed: ListedModel | null;
}

/**
 * The models of all servers of a workspace: of those that a scan of the root would find, and of every package that has a model.
 * @throws UsageError when no folder has one, or when one is damaged
 */
export async function readWorkspaceModels(root: string): Promise<WorkspaceModel[]> {
  const hasModel = (folder: string): boolean =>
    ['model.json', 'api.yaml'].some((name) => existsSync(join(absoluteFolder(root, folder), '.tool', name)));
  const servers = serverFolders(root, await readProjectConfig(root)).filter((folder) => folder !== '.' || hasModel('.'));
  const folders = [...new Set([...servers, ...workspaceFolders(root).filter(hasModel)])].sort();
  if (!folders.some(hasModel))
    throw new UsageError(
      `No package of the workspace ${root} has a model.`,
      'Run `tool scan` here: it scans every server of the workspace.',
    );
  const models: WorkspaceModel[] = [];
  for (const folder of folders)
    models.push({ folder, listed: hasModel(folder) ? await readListedModel(absoluteFolder(root, folder), root) : null });
  return models;
}

/** Which servers nobody has scanned yet, and what to do; null where each has a model. */
export function missingNote(models: readonly WorkspaceModel[]): string | null {
  const missing = models.flatMap(({ folder, listed }) => (listed ? [] : [folder]));
  return missing.length > 0 ? `${missing.join(', ')} ${missing.length === 1 ? 'has' : 'have'} no model yet: run \`tool scan\`.` : null;
}
