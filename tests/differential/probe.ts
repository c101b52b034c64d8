import { createRequire } from 'node:module';
import path from 'node:path';

/** A call in the program: file relative to the project, POSIX; line from 1. */
export interface Site {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

type Callable = (this: any, ...args: unknown[]) => unknown;
export interface Layer {
  handle: Callable;
  method?: string;
  route?: Route;
  name: string;
}
export interface Route {
  stack: Layer[];
  path: unknown;
}
export interface Router {
  stack: Layer[];
  params: Record<string, Callable[]>;
  _params?: unknown[];
  handle: Callable;
}
export interface App {
  handle: Callable;
  set: Callable;
  _router?: Router;
  router?: Router;
  request: object;
  response: object;
}
type Methods = Record<string, Callable>;
export interface ExpressModule extends Callable {
  application: Methods;
  Router: Callable & Methods & { prototype: Methods };
  Route: { prototype: Methods };
  request: object;
  response: object;
}

/** What was noted about a layer when the program registered it; Express 5 keeps less of it, Express 4 nearly nothing. */
export interface Note {
  /** The path argument as the program gave it. */
  readonly path: unknown;
  /** The function the program passed: a sub-application here, where the stack has only a wrapper. */
  readonly target: unknown;
  /** The program's calls that led here, innermost first. */
  readonly sites: readonly Site[];
  /** Registered when the module had been run: the stack does not say what called for it. */
  readonly late: boolean;
  /** Layers of one registering call share it. */
  readonly call: number;
  /** Registered by `all`. */
  readonly all: boolean;
}

/** Real Express with recorders on its prototypes. One program is recorded at a time. */
export class Probe {
  readonly notes = new WeakMap<object, Note>();
  readonly apps: App[] = [];
  readonly served = new Set<unknown>();
  readonly express: ExpressModule;
  /** Where the program's files are; frames elsewhere are no call of the program. */
  root = '';
  /** Brings a position of compiled text back to the source. */
  mapLine: (file: string, line: number, column: number) => number = (_file, line) => line;
  private calls = 0;
  private allDepth = 0;
  private allStack: Pick<Note, 'sites' | 'late'> = { sites: [], late: false };
  private readonly pristine: [object, Map<PropertyKey, PropertyDescriptor>][] = [];

  constructor(readonly version: 4 | 5) {
    const require = createRequire(import.meta.url);
    this.express = require(version === 4 ? 'express4' : 'express') as ExpressModule;
    const { application, Router, Route, request, response } = this.express;
    const routerMethods: Methods = version === 4 ? Router : Router.prototype;
    this.record(routerMethods, application, Route.prototype);
    for (const object of [this.express, application, Router, routerMethods, Route, Route.prototype, request, response])
      this.pristine.push([object, new Map(Reflect.ownKeys(object).map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!]))]);
  }

  begin(root: string): void {
    this.root = root;
    this.apps.length = 0;
    this.served.clear();
    this.calls = 0;
  }

  /** Undoes what the program patched on Express itself. */
  end(): void {
    for (const [object, descriptors] of this.pristine) {
      for (const key of Reflect.ownKeys(object)) if (!descriptors.has(key)) Reflect.deleteProperty(object, key);
      for (const [key, descriptor] of descriptors)
        if (descriptor.configurable || descriptor.writable) Object.defineProperty(object, key, descriptor);
    }
  }

  private record(router: Methods, application: Methods, route: Methods): void {
    const probe = this;
    const use = router['use']!;
    router['use'] = function (this: Router, ...args: unknown[]) {
      const before = this.stack.length;
      const result = use.apply(this, args);
      const { path: raw, functions } = splitUse(args);
      const note = { path: raw, ...probe.stack(), call: ++probe.calls, all: false };
      this.stack.slice(before).forEach((layer, index) => probe.notes.set(layer, { ...note, target: functions[index] }));
      return result;
    };
    const appUse = application['use']!;
    application['use'] = function (this: App, ...args: unknown[]) {
      const before = new Set(routerOf(this)?.stack);
      const result = appUse.apply(this, args);
      const { functions } = splitUse(args);
      // A `mount` listener of a sub-application may have added layers, and Express 4 adds two of its own.
      const added = routerOf(this)!.stack.filter((layer) => !before.has(layer) && !layer.route && !isOwnLayer(layer, probe.version));
      added
        .slice(0, functions.length)
        .forEach((layer, index) => probe.notes.set(layer, { ...probe.notes.get(layer)!, target: functions[index] }));
      return result;
    };
    const appAll = application['all']!;
    application['all'] = function (this: App, ...args: unknown[]) {
      probe.allDepth++;
      probe.calls++;
      probe.allStack = probe.stack();
      try {
        return appAll.apply(this, args);
      } finally {
        probe.allDepth--;
      }
    };
    for (const method of Object.keys(route)) {
      const original = route[method]!;
      if (method !== 'all' && !HTTP_METHODS.has(method)) continue;
      route[method] = function (this: Route, ...args: unknown[]) {
        const before = this.stack.length;
        const result = original.apply(this, args);
        const note = {
          path: this.path,
          ...(probe.allDepth > 0 ? probe.allStack : probe.stack()),
          call: probe.allDepth > 0 ? probe.calls : ++probe.calls,
          all: method === 'all' || probe.allDepth > 0,
        };
        for (const layer of this.stack.slice(before)) probe.notes.set(layer, { ...note, target: layer.handle });
        return result;
      };
    }
    const init = application['init']!;
    application['init'] = function (this: App) {
      probe.apps.push(this);
      return init.call(this);
    };
    application['listen'] = function (this: App, ...args: unknown[]) {
      probe.served.add(this);
      return fakeServer(args);
    };
  }

  private stack(): Pick<Note, 'sites' | 'late'> {
    const holder: { stack?: unknown } = {};
    const prepare = Error.prepareStackTrace;
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 60;
    Error.prepareStackTrace = (_error, frames) => frames;
    Error.captureStackTrace(holder, this.stack);
    const frames = holder.stack as NodeJS.CallSite[];
    Error.prepareStackTrace = prepare;
    Error.stackTraceLimit = limit;
    const sites: Site[] = [];
    for (const frame of frames) {
      const file = frame.getFileName();
      if (!file?.startsWith(this.root + path.sep)) continue;
      sites.push({
        file: path.relative(this.root, file).split(path.sep).join('/'),
        line: this.mapLine(file, frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0),
        column: frame.getColumnNumber() ?? 1,
      });
    }
    return { sites, late: !frames.some((frame) => frame.getFileName()?.endsWith('/loader.js')) };
  }
}

/** Express 4 puts two layers of its own at the head of an application's stack. */
export const isOwnLayer = (layer: Layer, version: 4 | 5): boolean =>
  version === 4 && (layer.name === 'query' || layer.name === 'expressInit');

/** A server that opens no port; callbacks come later, as Node's do. */
export function fakeServer(args: readonly unknown[]): object {
  const callback = args.find((each): each is () => void => typeof each === 'function');
  if (callback) setImmediate(() => callback());
  const server: Record<string, unknown> = { address: () => ({ port: 0 }), close: (done?: () => void) => done?.(), emit: () => true };
  for (const name of ['on', 'once', 'off', 'ref', 'unref', 'addListener', 'setTimeout']) server[name] = () => server;
  server['listen'] = (...more: unknown[]) => {
    fakeServer(more);
    return server;
  };
  return server;
}

export const routerOf = (app: App): Router | undefined => (Object.hasOwn(app, '_router') ? app._router : (app._router ?? tryRouter(app)));

function tryRouter(app: App): Router | undefined {
  // Express 4 throws on `app.router`.
  try {
    return app.router;
  } catch {
    return undefined;
  }
}

export const isApp = (value: unknown): value is App =>
  typeof value === 'function' && 'handle' in value && 'set' in value && 'engines' in value;

/** The layers of an application or router; undefined for any other function. */
export const stackOf = (value: unknown): Layer[] | undefined =>
  isApp(value)
    ? (routerOf(value)?.stack ?? [])
    : typeof value === 'function' && Array.isArray((value as unknown as Router).stack)
      ? (value as unknown as Router).stack
      : undefined;

function splitUse(args: readonly unknown[]): { path: unknown; functions: unknown[] } {
  let first = args[0];
  while (Array.isArray(first) && first.length > 0) first = first[0];
  const withPath = typeof args[0] !== 'function' && typeof first !== 'function';
  return { path: withPath ? args[0] : '/', functions: (withPath ? args.slice(1) : [...args]).flat(Infinity) };
}

const HTTP_METHODS = new Set(createRequire(import.meta.url)('node:http').METHODS.map((name: string) => name.toLowerCase()));
