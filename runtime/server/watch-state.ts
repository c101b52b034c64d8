import { relative } from 'node:path';
import { watch } from 'chokidar';
import type { StorePaths } from '../store/index.js';
import type { EventHub, EventName } from './event-hub.js';

/** Which part of `.tool/` a file belongs to. What is missing here is nobody's news. */
const PARTS: readonly (readonly [pattern: RegExp, name: EventName])[] = [
  [/^model\.json$/, 'model'],
  [/^activity[\\/]/, 'activity'],
  [/^workflows[\\/].*\.(?:json|ya?ml)$/i, 'workflows'],
  [/^memory\.json$/, 'memory'],
  [/^runs[\\/]/, 'runs'],
];

/** Bursts (a run writes several files) are one event for each part. */
const QUIET_MS = 40;

/** Tells the pages when somebody wrote under `.tool/`: this process, a command in a terminal, or an assistant. */
export function watchState(paths: StorePaths, hub: EventHub): { readonly ready: Promise<void>; close(): Promise<void> } {
  const pending = new Set<EventName>();
  let timer: NodeJS.Timeout | undefined;
  const partOf = (file: string): EventName | undefined => {
    const path = relative(paths.folder, file);
    return PARTS.find(([pattern]) => pattern.test(path))?.[1];
  };
  const watcher = watch(paths.folder, {
    ignoreInitial: true,
    depth: 3,
    followSymlinks: false,
    ignored: (file) => /(?:^|[\\/])cache$|\.tmp$/.test(relative(paths.folder, file)),
  });
  watcher.on('all', (_event, file) => {
    const part = partOf(file);
    if (part === undefined) return;
    pending.add(part);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const parts = [...pending];
      pending.clear();
      for (const each of parts) hub.publish(each, {});
    }, QUIET_MS);
  });
  watcher.on('error', () => undefined);
  return {
    ready: new Promise((resolve) => {
      watcher.once('ready', () => resolve());
    }),
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
