import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Context, Result } from './command.js';
import { createStyle, wantsColour } from './style.js';
import { isUsageError } from '../project/usage-error.js';

/** Milliseconds of silence after which a write counts as over: a file may be seen empty in the middle of one. */
const QUIET_MS = 60;
/** Milliseconds after which files are compared without an event: events of one burst may be merged, and the last of it lost. */
const LOOK_MS = 1_000;

/**
 * Runs again whenever a workflow file or the model changes, until Ctrl-C. Each run is printed when it ends; the result of the last
 * one is that of the command. Events only say when to look: a run follows when the contents are others than those at the start of the last one.
 */
export async function watchRuns(context: Context, workflows: readonly string[], run: () => Promise<Result>): Promise<Result> {
  const [{ watch }, { filesOf }, { storePaths }] = await Promise.all([
    import('chokidar'),
    import('../workflow/simulate-workflows.js'),
    import('../store/index.js'),
  ]);
  const style = createStyle(wantsColour(process.stdout, process.env));
  const files = await filesOf({ root: context.root, workflows, workingDirectory: process.cwd() });
  const { model, workflows: folder } = storePaths(context.root);
  const watched = new Set([model, ...files.map(({ file }) => file)]);
  const contents = (): string => digestOf([...watched, ...filesBelow(folder)]);
  let wake: () => void = () => undefined;
  // Folders are watched, not files: editors replace a file instead of writing into it.
  const watcher = watch([...new Set([dirname(model), folder, ...files.map(({ file }) => dirname(file))])], {
    ignoreInitial: true,
    depth: 3,
    ignored: (path) => /[\\/](?:runs|cache|activity)(?:[\\/]|$)/.test(path) || basename(path).endsWith('.tmp'),
  });
  watcher.on('all', (_event, path) => {
    if (watched.has(path) || path.startsWith(folder)) wake();
  });
  // What changes from now on is seen, also while the first run goes on.
  await new Promise<void>((resolve) => {
    watcher.once('ready', () => {
      resolve();
    });
  });
  let stopped = false;
  const stop = (): void => {
    stopped = true;
    wake();
  };
  try {
    let last: Result;
    for (;;) {
      const before = contents();
      last = await attempt(run, context);
      process.stdout.write(`${last.text(style)}\n`);
      if (last.exitCode === 130) break;
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      context.trace('Waiting for changes; Ctrl-C ends.');
      while (!stopped && !(await settled(before, contents)))
        await woken((resolve) => {
          wake = resolve;
        });
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      if (stopped) break;
    }
    return { ...last, kind: 'silent' };
  } finally {
    await watcher.close();
  }
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

/** Whether the contents have become others, and stay so for a moment. */
async function settled(before: string, contents: () => string): Promise<boolean> {
  for (let now = contents(); now !== before;) {
    await new Promise((resolve) => {
      setTimeout(resolve, QUIET_MS);
    });
    const then = contents();
    if (then === now) return true;
    now = then;
  }
  return false;
}

/** Settles when it is woken, and at the latest when it is time to look. */
async function woken(wakeBy: (wake: () => void) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    wakeBy(resolve);
    timer = setTimeout(resolve, LOOK_MS);
  });
  clearTimeout(timer);
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [];
  }
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha1');
  for (const file of files) {
    hash.update(`\0${file}\0`);
    try {
      hash.update(readFileSync(file));
    } catch {
      /* not there */
    }
  }
  return hash.digest('base64');
}
