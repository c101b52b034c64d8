import type { Program } from '@tool/ir';
import fs from 'node:fs';
import path from 'node:path';
import { inspect } from 'node:util';
import { Loader, type Pending } from './loader.js';
import { joinForms, mountForms, pathForms, type PathForm } from './paths.js';
import {
  isApp,
  isOwnLayer,
  Probe,
  routerOf,
  stackOf,
  type App,
  type Layer,
  type Note,
  type Route,
  type Router,
  type Site,
} from './probe.js';
import { treeOf } from './tree.js';

/** A row of the route table that the running framework really has. */
export interface Row {
  /** Upper case, or `ALL`. */
  readonly method: string;
  /** As the model writes it. */
  readonly path: string;
  /** `fn.name` of every middleware that ran before the handler when the request was sent, in that order. */
  readonly chain: readonly string[];
  /** Functions of other routes that ran as well, each with how many of the chain had run: they are in the model's chain where their route only hands on. */
  readonly inFront: readonly { readonly name: string; readonly after: number }[];
  /** `fn.name` of the handler. */
  readonly handler: string;
  /** Names of parameters whose `param` callbacks ran, in order. */
  readonly params: readonly string[];
  /** Calls of the program that led to the registration, innermost first. */
  readonly sites: readonly Site[];
  /** Rows of one registering call share it. */
  readonly registration: number;
  /** The request reached the handler. False: Express has the layer and no request gets there. */
  readonly reached: boolean;
  /** `get(path, guard)`, `route(path).all(guard).get(…)`: what is written as a route may be meant as a guard. A model may have it or not. */
  readonly optional: boolean;
  /** The URL that was sent. */
  readonly url: string;
}

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

/** Runs the program on real Express and sends one request per route. One at a time in a process. */
export async function runOracle(options: OracleOptions): Promise<OracleResult> {
  let probe = probes.get(options.version);
  if (!probe) probes.set(options.version, (probe = new Probe(options.version)));
  const root = fs.realpathSync(options.root);
  probe.begin(root);
  try {
    const failure = await runProgram(probe, { ...options, root });
    if (failure) return { rows: [], error: failure };
    const roots = rootsOf(probe);
    const tree = options.withTree ? { tree: treeOf(probe, roots) } : {};
    return { rows: await table(probe, roots), ...tree };
  } finally {
    probe.end();
  }
}

async function runProgram(probe: Probe, options: OracleOptions): Promise<string | undefined> {
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
    await new Loader(options.root, probe, options.stubs ?? path.join(options.root, 'no-stubs'), pending).run(
      options.entry,
      options.timeout,
    );
    const deadline = Date.now() + 3000;
    for (let idle = 0; idle < 4 && !failure;) {
      await new Promise<void>((resolve) => native.setImmediate(resolve));
      idle = pending.count === 0 ? idle + 1 : 0;
      if (pending.count > 0) await new Promise((resolve) => native.setTimeout(resolve, 1));
      if (Date.now() > deadline) fail(new Error('did not settle'));
    }
  } catch (error) {
    fail(error);
  } finally {
    process.off('unhandledRejection', fail);
    process.off('uncaughtException', fail);
    restore();
  }
  return failure;
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

interface Target {
  readonly root: App;
  readonly layers: readonly Layer[];
  readonly handler: Layer;
  readonly method: string;
  readonly form: PathForm;
  readonly base: string;
  readonly note: Note;
  readonly optional: boolean;
  readonly route: Route;
}
interface Step {
  readonly kind: 'use' | 'route' | 'param';
  readonly name: string;
  readonly layer: Layer | null;
  readonly base: string;
  readonly route: Route | null;
  readonly all: boolean;
}

interface Request {
  method: string;
  url: string;
  originalUrl?: string;
  baseUrl?: string;
  headers: Record<string, string>;
  trace?: Step[];
  until?: { layer: Layer; base: string; hit: () => void };
}

/** The applications that a server answers with; without a server, those that nobody mounts. */
function rootsOf(probe: Probe): App[] {
  const mounted = new Set<unknown>();
  for (const app of probe.apps) for (const layer of routerOf(app)?.stack ?? []) collectTargets(probe, layer, mounted, new Set());
  const free = probe.apps.filter((app) => !mounted.has(app));
  const served = free.filter((app) => probe.served.has(app));
  return served.length > 0 ? served : free;
}

async function table(probe: Probe, roots: readonly App[]): Promise<Row[]> {
  const targets: Target[] = [];
  const tracers = new Set<Layer>();
  for (const app of roots) {
    const router = routerOf(app);
    if (router) walk(probe, app, router, [{ model: '', url: '' }], [], targets, new Set(), tracers);
  }
  const rows: Row[] = [];
  for (const target of targets) rows.push(await send(target));
  return rows;
}

function collectTargets(probe: Probe, layer: Layer, mounted: Set<unknown>, seen: Set<unknown>): void {
  const target = probe.notes.get(layer)?.target;
  if (layer.route || !target || seen.has(target)) return;
  seen.add(target);
  if (isApp(target)) mounted.add(target);
  for (const inner of stackOf(target) ?? []) collectTargets(probe, inner, mounted, seen);
}

/** Lists the routes in the order of the stacks and puts tracers in place of everything the program wrote. */
function walk(
  probe: Probe,
  root: App,
  router: Router,
  outer: readonly PathForm[],
  path: readonly Router[],
  targets: Target[],
  seenParams: Set<Router>,
  tracers: Set<Layer>,
): void {
  if (path.includes(router)) return;
  traceParams(router, seenParams);
  for (const layer of router.stack) {
    const note = probe.notes.get(layer);
    if (layer.route) {
      const forms = pathForms(layer.route.path, probe.version);
      for (const prefix of outer) for (const form of forms) listRoute(probe, root, layer.route, prefix, joinForms(prefix, form), targets);
      for (const inner of layer.route.stack) trace(inner, 'route', layer.route, tracers, probe.notes.get(inner)?.all === true);
      continue;
    }
    if (!note || isOwnLayer(layer, probe.version)) continue;
    const stack = stackOf(note.target);
    if (!stack) {
      trace(layer, 'use', null, tracers);
      continue;
    }
    const inner = isApp(note.target) ? routerOf(note.target) : (note.target as Router);
    if (inner)
      for (const prefix of outer)
        walk(
          probe,
          root,
          inner,
          mountForms(note.path, probe.version).map((form) => joinForms(prefix, form)),
          [...path, router],
          targets,
          seenParams,
          tracers,
        );
  }
}

function listRoute(probe: Probe, root: App, route: Route, prefix: PathForm, form: PathForm, targets: Target[]): void {
  for (const layer of route.stack) if (layer.handle.length === 3 && layer.handle.name !== 'tracer') takesNext.add(layer);
  const calls = new Map<string, Layer[]>();
  for (const layer of route.stack) {
    const note = probe.notes.get(layer);
    if (!note || (note.all && layer.method !== undefined && layer.method !== 'get')) continue;
    const key = `${note.call} ${note.all ? 'ALL' : layer.method}`;
    calls.set(key, [...(calls.get(key) ?? []), layer]);
  }
  const methods = new Set([...calls.keys()].map((key) => key.split(' ')[1]));
  for (const [key, layers] of calls) {
    const handler = layers.at(-1)!;
    const method = key.split(' ')[1]!.toUpperCase();
    targets.push({
      root,
      layers,
      handler,
      method,
      form,
      base: prefix.url === '/' ? '' : prefix.url,
      note: probe.notes.get(handler)!,
      optional: (method === 'ALL' && methods.size > 1) || layers.every((layer) => takesNext.has(layer)),
      route,
    });
  }
}

/** Layers of the program whose functions take `next`, looked at before tracers stand for them. */
const takesNext = new WeakSet<Layer>();

function trace(layer: Layer, kind: 'use' | 'route', route: Route | null, tracers: Set<Layer>, all = false): void {
  if (tracers.has(layer)) return;
  tracers.add(layer);
  const name = layer.handle.name;
  if (layer.handle.length > 3) {
    layer.handle = function errorHandler(error: unknown, _request: unknown, _response: unknown, next: unknown) {
      (next as (error: unknown) => void)(error);
    };
    return;
  }
  layer.handle = function tracer(request: unknown, _response: unknown, next: unknown) {
    const { trace: steps, until, baseUrl = '' } = request as Request;
    steps!.push({ kind, name, layer, base: baseUrl, route, all });
    if (until!.layer === layer && until!.base === baseUrl) until!.hit();
    else (next as () => void)();
  };
}

function traceParams(router: Router, seen: Set<Router>): void {
  if (seen.has(router)) return;
  seen.add(router);
  for (const name of Object.keys(router.params)) {
    router.params[name] = router.params[name]!.map(
      (callback) =>
        function parameterTracer(request: unknown, _response: unknown, next: unknown) {
          (request as Request).trace!.push({ kind: 'param', name, layer: null, base: '', route: null, all: false });
          void callback;
          (next as () => void)();
        },
    );
  }
}

async function send(target: Target): Promise<Row> {
  const steps: Step[] = [];
  let reached = false;
  const url = target.form.url || '/';
  await new Promise<void>((resolve) => {
    const request: Request = {
      method: target.method === 'ALL' ? 'GET' : target.method,
      url,
      headers: {},
      trace: steps,
      until: {
        layer: target.handler,
        base: target.base,
        hit: () => {
          reached = true;
          resolve();
        },
      },
    };
    const response = {
      setHeader: () => undefined,
      getHeader: () => undefined,
      set: () => undefined,
      send: () => resolve(),
      end: () => resolve(),
      locals: {},
    };
    target.root.handle(request, response, () => resolve());
  });
  const isOwn = (step: Step): boolean =>
    step.kind === 'use' ||
    (step.kind === 'route' && step.route === target.route && step.layer !== target.handler && (step.all || target.method !== 'ALL'));
  const own = steps.filter(isOwn);
  const inFront = steps.flatMap((step, index) =>
    step.kind === 'route' && step.route !== target.route ? [{ name: step.name, after: steps.slice(0, index).filter(isOwn).length }] : [],
  );
  return {
    method: target.method,
    path: target.form.model || '/',
    url,
    reached,
    optional: target.optional,
    chain: own.map((step) => step.name),
    inFront,
    handler: target.note.target instanceof Function ? target.note.target.name : '',
    params: steps.filter((step) => step.kind === 'param').map((step) => step.name),
    sites: target.note.sites,
    registration: target.note.call,
  };
}
