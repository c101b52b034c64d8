import { join } from 'node:path';

/** Name of the configuration file, in the project's root. */
export const CONFIG_FILE = 'tool.config.json';
/** Name of the folder that holds everything else. */
export const TOOL_FOLDER = '.tool';

/** Absolute paths of everything the tool keeps in a project, from the absolute path of its root. */
export function storePaths(root: string) {
  const folder = join(root, TOOL_FOLDER);
  return {
    root,
    folder,
    config: join(root, CONFIG_FILE),
    model: join(folder, 'model.json'),
    ignoreRules: join(folder, '.gitignore'),
    workflows: join(folder, 'workflows'),
    memory: join(folder, 'memory.json'),
    changes: join(folder, 'changes.json'),
    runs: join(folder, 'runs'),
    modelSnapshot: join(folder, 'runs', 'model-snapshot.json'),
    activity: join(folder, 'activity', 'activity.ndjson'),
    /** Disposable: deleting it costs time, never information that cannot be made again. */
    cache: join(folder, 'cache'),
    scannedModel: join(folder, 'cache', 'scanned-model.json'),
    scanRecord: join(folder, 'cache', 'scan.json'),
    lock: join(folder, 'cache', 'lock'),
  } as const;
}

export type StorePaths = ReturnType<typeof storePaths>;
