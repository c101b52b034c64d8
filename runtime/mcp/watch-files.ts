import { existsSync, statSync, watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { storePaths, workflowFiles } from '../store/index.js';
import { MODEL_URI } from './resources/model.js';
import { workflowName, workflowUri } from './resources/workflow.js';
import type { Session } from './session.js';

export interface FileEvents {
  /** A resource has another content now. */
  readonly updated: (uri: string) => void;
  /** The model is another one: whatever is read from it may be, too. */
  readonly modelChanged: () => void;
  /** There are other resources now. */
  readonly listChanged: () => void;
}

const QUIET_MS = 50;

/**
 * Watches `.tool/` and says which resources changed. What the system reports only says when to look; what is told is the
 * difference between two looks, so that a file that was written twice in the same way, or a temporary file, tells nothing.
 * @returns ends it
 */
export function watchFiles(session: Session, events: FileEvents): () => void {
  const paths = storePaths(session.root);
  const watchers = new Map<string, FSWatcher>();
  let model = session.modelStamp();
  let workflows = look(session);
  let timer: NodeJS.Timeout | null = null;

  const watchFolders = (): void => {
    for (const folder of [session.root, paths.folder, paths.workflows]) {
      if (watchers.has(folder) || !existsSync(folder)) continue;
      try {
        const watcher = watch(folder, (_event, name) => {
          if (folder !== session.root || name === null || name === '.tool') schedule();
        });
        watcher.on('error', () => {
          watcher.close();
          watchers.delete(folder);
        });
        watcher.unref();
        watchers.set(folder, watcher);
      } catch {
        /* no watchers left on this system: clients read again when they need to */
      }
    }
  };
  const schedule = (): void => {
    if (timer !== null) return;
    timer = setTimeout(compare, QUIET_MS);
    timer.unref();
  };
  const compare = (): void => {
    timer = null;
    watchFolders();
    const nowModel = session.modelStamp();
    if (nowModel !== model) {
      model = nowModel;
      events.updated(MODEL_URI);
      events.modelChanged();
    }
    const now = look(session);
    for (const [uri, stamp] of now) if (workflows.has(uri) && workflows.get(uri) !== stamp) events.updated(uri);
    if (now.size !== workflows.size || [...now.keys()].some((uri) => !workflows.has(uri))) events.listChanged();
    workflows = now;
  };
  watchFolders();
  return () => {
    if (timer !== null) clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
    watchers.clear();
  };
}

/** Every workflow by its URI, with what identifies its content. */
function look(session: Session): Map<string, string> {
  const found = new Map<string, string>();
  let files: string[] = [];
  try {
    files = workflowFiles(session.root);
  } catch {
    /* what cannot be listed cannot change; reading it says what is wrong */
  }
  for (const file of files) {
    const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
    if (stats) found.set(workflowUri(workflowName(session.root, file)), `${dirname(file)} ${stats.ino}.${stats.mtimeNs}.${stats.size}`);
  }
  return found;
}
