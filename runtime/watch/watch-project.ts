import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { readConfig, type FileChange } from '../store/index.js';
import { createIgnoreRules } from './ignore-rules.js';
import { isSourceFile } from './source-file.js';

export interface WatchOptions {
  /** Milliseconds of silence after which a burst of events counts as over. Default: 60. */
  readonly quietMs?: number;
  /** A burst that does not end is handed on in parts, after so many milliseconds. Default: 1,000. */
  readonly longestMs?: number;
  /** Called with what really changed, never with an empty list, and never again before it has settled. */
  readonly onChanges: (changes: readonly FileChange[]) => void | Promise<void>;
  readonly onError?: (error: unknown) => void;
}

export interface ProjectWatcher {
  /** Settles when the files that exist are known: changes after it are reported. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * Watches the source files of a project. Events only say where to look: what is reported is the difference between the contents
 * known before and those there are now. So an editor that saves by renaming, a branch switch and back, or a touched file give
 * what happened and nothing else.
 */
export function watchProject(root: string, options: WatchOptions): ProjectWatcher {
  const known = new Map<string, string>();
  const pending = new Set<string>();
  const quietMs = options.quietMs ?? 60;
  const longestMs = options.longestMs ?? 1_000;
  const failed = options.onError ?? (() => undefined);
  let first = 0;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  let isReady = false;
  let rules = rulesOf(root);

  const pathOf = (file: string): string => {
    const path = relative(root, file);
    return sep === '/' ? path : path.split(sep).join('/');
  };
  const ignored = (file: string, stats?: { isFile(): boolean }): boolean => {
    const path = pathOf(file);
    if (path === '') return false;
    if (path.startsWith('..')) return true;
    // Without stats it may be either; what is a folder must not be lost.
    if (stats === undefined) return rules.ignores(path, true);
    if (stats.isFile()) return path.endsWith('.gitignore') ? false : !isSourceFile(path) || rules.ignores(path, false);
    return rules.ignores(path, true);
  };
  const watcher = watch(root, { ignored, ignoreInitial: false, persistent: true, followSymlinks: false, atomic: false });

  watcher.on('all', (event, file) => {
    if (closed || (event !== 'add' && event !== 'change' && event !== 'unlink')) return;
    const path = pathOf(file);
    if (path.endsWith('.gitignore')) {
      if (isReady) rules = rulesOf(root);
      return;
    }
    if (!isSourceFile(path) || rules.ignores(path, false)) return;
    if (!isReady) {
      const hash = hashOf(join(root, path));
      if (hash !== null) known.set(path, hash);
      return;
    }
    pending.add(path);
    schedule();
  });
  watcher.on('error', failed);
  const ready = new Promise<void>((resolve) => {
    watcher.once('ready', () => {
      isReady = true;
      resolve();
    });
  });

  function schedule(): void {
    const now = Date.now();
    if (timer === undefined) first = now;
    else clearTimeout(timer);
    timer = setTimeout(
      () => {
        timer = undefined;
        working = working.then(flush).catch(failed);
      },
      Math.max(0, Math.min(quietMs, first + longestMs - now)),
    );
  }

  async function flush(): Promise<void> {
    const paths = [...pending].sort();
    pending.clear();
    const changes: FileChange[] = [];
    const changedAt = new Date().toISOString();
    for (const filePath of paths) {
      const before = known.get(filePath) ?? null;
      const now = hashOf(join(root, filePath));
      if (before === now) continue;
      if (now === null) known.delete(filePath);
      else known.set(filePath, now);
      changes.push({ filePath, changedAt, eventType: before === null ? 'add' : now === null ? 'unlink' : 'change' });
    }
    if (changes.some(({ filePath }) => filePath === 'tool.config.json')) rules = rulesOf(root);
    if (changes.length > 0 && !closed) await options.onChanges(changes);
  }

  return {
    ready,
    async close() {
      closed = true;
      clearTimeout(timer);
      await watcher.close();
      await working;
    },
  };
}

function rulesOf(root: string): ReturnType<typeof createIgnoreRules> {
  let exclude: readonly string[] = [];
  // A broken configuration is the scan's to report; the files are watched all the same.
  try {
    exclude = readConfig(root)?.exclude ?? [];
  } catch {
    /* see above */
  }
  return createIgnoreRules(root, exclude);
}

/** Null when there is no such file (any more). */
function hashOf(file: string): string | null {
  try {
    return createHash('sha1').update(readFileSync(file)).digest('base64');
  } catch {
    return null;
  }
}
