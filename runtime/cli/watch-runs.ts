import { basename, dirname } from 'node:path';
import type { Context, Result } from './command.js';
import { createStyle, wantsColour } from './style.js';
import { isUsageError } from '../project/usage-error.js';

/**
 * Runs again whenever a workflow file or the model changes, until Ctrl-C. Each run is printed when it ends; the result of the last
 * one is that of the command.
 */
export async function watchRuns(context: Context, workflows: readonly string[], run: () => Promise<Result>): Promise<Result> {
  const [{ watch }, { filesOf }, { storePaths }] = await Promise.all([import('chokidar'), import('../workflow/simulate-workflows.js'), import('../store/index.js')]);
  const style = createStyle(wantsColour(process.stdout, process.env));
  const files = await filesOf({ root: context.root, workflows, workingDirectory: process.cwd() });
  const { model, workflows: folder } = storePaths(context.root);
  const watched = new Set([model, ...files.map(({ file }) => file)]);
  let wake: () => void = () => undefined;
  let changed = false;
  // Folders are watched, not files: editors replace a file instead of writing into it.
  const watcher = watch([...new Set([dirname(model), folder, ...files.map(({ file }) => dirname(file))])], { ignoreInitial: true, depth: 3, ignored: (path) => /[\\/](?:runs|cache|activity)(?:[\\/]|$)/.test(path) || basename(path).endsWith('.tmp') });
  watcher.on('all', (_event, path) => { if (watched.has(path) || path.startsWith(folder)) { changed = true; wake(); } });
  // What changes from now on is seen, also while the first run goes on.
  await new Promise<void>((resolve) => { watcher.once('ready', () => { resolve(); }); });
  let stopped = false;
  const stop = (): void => { stopped = true; wake(); };
  try {
    let last: Result;
    for (;;) {
      changed = false;
      last = await attempt(run, context);
      process.stdout.write(`${last.text(style)}\n`);
      if (last.exitCode === 130) break;
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      context.trace('Waiting for changes; Ctrl-C ends.');
      while (!changed && !stopped) await new Promise<void>((resolve) => { wake = resolve; });
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      if (stopped) break;
    }
    return { ...last, kind: 'silent' };
  } finally { await watcher.close(); }
}

/** A file that is being edited is wrong now and then: that ends a run, and not the watch. */
async function attempt(run: () => Promise<Result>, context: Context): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isUsageError(error)) throw error;
    context.trace(`error: ${error.message}${error.help === undefined ? '' : `\nhelp: ${error.help}`}`);
    return { document: {}, kind: 'silent', text: () => '', exitCode: 2 };
  }
}
