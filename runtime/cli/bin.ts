#!/usr/bin/env node
import { readdirSync, statSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { load } from './bundle-loader.js';

// Commands are short: what V8 optimizes early in them is hardly run any more, or has to be taken back, and costs a fifth of a scan. Only what runs
// very often is optimized.
setFlagsFromString('--interrupt-budget=600000');
// Functions that are made one with all that they call take longest to be optimized, and are the first to be taken back.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
// Nor is most of what a file holds called: nothing is compiled before it is. And what is made is kept for long: fewer, larger rounds of collection.
setFlagsFromString('--max-lazy');
setFlagsFromString('--semi-space-growth-factor=8');
// The bundle (bundle.mjs) holds the same modules in a few files, which load in a fraction of the time.
const { run } = (bundleIsCurrent() ? await load('entry.chunk') : await import('./entry.js')) as typeof import('./entry.js');
// A command that waits for something which never comes would end in silence.
const unfinished = (code: number): void => {
  if (code !== 13) return;
  writeSync(
    2,
    'internal error: the command ended before it was done: something that it waits for never comes.\nhelp: This is a mistake in tool, not in your project. Please report it with the command line.\n',
  );
  process.exitCode = 70;
};
process.once('exit', unfinished);
process.exitCode = await run(process.argv.slice(2));
process.off('exit', unfinished);
// What was printed is written to its end; then the process ends at once. Left to itself it would first finish what V8 still compiles in the background.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) =>
      new Promise<void>((resolve) => {
        stream.write('', () => {
          resolve();
        });
      }),
  ),
);
process.exit();

/** In a checkout the modules may have been built again since they were bundled; a package brings only the bundle. */
function bundleIsCurrent(): boolean {
  const builds = new URL('../../../.build/', import.meta.url);
  let names: string[];
  try {
    names = readdirSync(builds);
  } catch {
    return true;
  }
  const bundled = statSync(new URL('../../bundle/entry.chunk', import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return names.every(
    (name) =>
      !name.endsWith('.tsbuildinfo') ||
      name.startsWith('tests') ||
      name.startsWith('studio') ||
      statSync(new URL(name, builds)).mtimeMs <= bundled,
  );
}
