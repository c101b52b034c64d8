import type { Program } from '@tool/ir';
import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { Loader, type Pending } from './loader.js';
import { isApp, Probe, routerOf, stackOf, type App, type Layer } from './probe.js';
import { sendAll } from './requests.js';
import type { Row } from './row.js';
import { treeOf } from './tree.js';

export interface OracleResult {
  readonly rows: readonly Row[];
  /** What a perfect evaluator would emit, when asked for. */
  readonly tree?: Program;
  /** Why the program is no test: it threw, or did not settle. */
  readonly error?: string;
}

export interface OracleOptions {
  readonly root: string;
  readonly entry: string;
  readonly version: 4 | 5;
  /** Folder of stand-ins for packages, `<name>.cjs`. */
  readonly stubs?: string;
  /** Stop a program that loops, after so many milliseconds; costs a thread for each run. */
  readonly timeout?: number;
  readonly withTree?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const probes = new Map<4 | 5, Probe>();
const native = { setTimeout, setImmediate, setInterval, console, exit: process.exit.bind(process) };

/** Runs the program on real Express and sends requests for each route. One at a time in a process. */
export async function runOracle(options: OracleOptions): Promise<OracleResult> {
  let probe = probes.get(options.version);
  if (!probe) probes.set(options.version, (probe = new Probe(options.version)));
  const root = fs.realpathSync(options.root);
  probe.begin(root);
  const pending: Pending = { count: 0 };
  let failure: string | undefined;
  const fail = (error: unknown): void => {
    failure ??= error instanceof Error ? `${error.name}: ${error.message}` : inspect(error);
  };
  const restore = replaceGlobals(pending, fail, options.env ?? {});
  // Ticks and microtasks throw past every frame of ours.
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  try {
    await runProgram(probe, { ...options, root }, pending, fail, () => failure !== undefined);
    if (failure !== undefined) return { rows: [], error: failure };
    const roots = rootsOf(probe);
    // What functions throw when they are asked is theirs: the set-up code is done.
    const { rows, did } = await sendAll(probe, roots);
    return { rows, ...(options.withTree ? { tree: treeOf(probe, roots, did) } : {}) };
  } finally {
    process.off('unhandledRejection', fail);
    process.off('uncaughtException', fail);
    restore();
    probe.end();
  }
}

async function runProgram(
  probe: Probe,
  options: OracleOptions,
  pending: Pending,
  fail: (error: unknown) => void,
  hasFailed: () => boolean,
): Promise<void> {
  try {
    await new Loader(options.root, probe, options.stubs ?? path.join(options.root, 'no-stubs'), pending).run(
      options.entry,
      options.timeout,
    );
    const deadline = Date.now() + 3000;
    for (let idle = 0; idle < 4 && !hasFailed();) {
      await new Promise<void>((resolve) => native.setImmediate(resolve));
      idle = pending.count === 0 ? idle + 1 : 0;
      if (pending.count > 0) await new Promise((resolve) => native.setTimeout(resolve, 1));
      if (Date.now() > deadline) fail(new Error('did not settle'));
    }
  } catch (error) {
    fail(error);
  }
}

/** Timers that are counted and quick, a silent console, an environment of its own. Returns what puts everything back. */
function replaceGlobals(pending: Pending, fail: (error: unknown) => void, env: Readonly<Record<string, string>>): () => void {
  const keys = new Set(Reflect.ownKeys(globalThis));
  const environment = { ...process.env };
  const guarded = (callback: (...args: unknown[]) => void, args: unknown[]) => (): void => {
    pending.count--;
    try {
      callback(...args);
    } catch (error) {
      fail(error);
    }
  };
  const quiet = Object.fromEntries(
    ['log', 'info', 'warn', 'error', 'debug', 'trace', 'time', 'timeEnd', 'table', 'group', 'groupEnd', 'dir'].map((name) => [
      name,
      () => undefined,
    ]),
  );
  Object.assign(globalThis, {
    setTimeout: (callback: () => void, delay = 0, ...args: unknown[]) => {
      pending.count++;
      return native.setTimeout(guarded(callback, args), delay > 0 ? 1 + Math.min(20, delay / 50) : 0);
    },
    setImmediate: (callback: () => void, ...args: unknown[]) => {
      pending.count++;
      return native.setImmediate(guarded(callback, args));
    },
    setInterval: () => ({ unref: () => undefined, ref: () => undefined }),
    console: quiet,
  });
  for (const name of Object.keys(process.env)) if (!KEPT_ENVIRONMENT.has(name)) delete process.env[name];
  Object.assign(process.env, env);
  process.exit = () => {
    throw new Error('process.exit');
  };
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) if (!keys.has(key)) Reflect.deleteProperty(globalThis, key);
    Object.assign(globalThis, {
      setTimeout: native.setTimeout,
      setImmediate: native.setImmediate,
      setInterval: native.setInterval,
      console: native.console,
    });
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, environment);
    process.exit = native.exit;
  };
}

const KEPT_ENVIRONMENT = new Set(['PATH', 'HOME', 'TMPDIR']);

/** The applications that a server answers with; without a server, those that nobody mounts. */
function rootsOf(probe: Probe): App[] {
  const mounted = new Set<unknown>();
  for (const app of probe.apps) for (const layer of routerOf(app)?.stack ?? []) collectTargets(probe, layer, mounted, new Set());
  const free = probe.apps.filter((app) => !mounted.has(app));
  const served = free.filter((app) => probe.served.has(app));
  return served.length > 0 ? served : free;
}

function collectTargets(probe: Probe, layer: Layer, mounted: Set<unknown>, seen: Set<unknown>): void {
  const target = probe.notes.get(layer)?.target;
  if (layer.route || !target || seen.has(target)) return;
  seen.add(target);
  if (isApp(target)) mounted.add(target);
  for (const inner of stackOf(target) ?? []) collectTargets(probe, inner, mounted, seen);
}
