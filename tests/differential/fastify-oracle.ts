import { createRequire } from 'node:module';
import path from 'node:path';

interface Reply {
  readonly statusCode: number;
}
interface RouteOptions {
  readonly method: string | readonly string[];
  readonly url: string;
  readonly constraints?: unknown;
}
interface Instance {
  addHook(name: string, fn: (route: RouteOptions) => void): void;
  ready(): Promise<unknown>;
  inject(request: { method: string; url: string }): Promise<Reply>;
  close(): Promise<void>;
  listen: unknown;
}
type Create = (options?: Readonly<Record<string, unknown>>) => Instance;
type Load = (request: string, parent: unknown, main: boolean) => unknown;

const require = createRequire(import.meta.url);
const Module = require('node:module') as { _load: Load };
const originalLoad = Module._load;

/** What the functions of a program write their names into while a request runs. */
const steps: string[] = [];
(globalThis as { steps?: string[] }).steps = steps;

/** `METHOD /path [names of the hooks that ran] handler` of every route that the program registers, or why it is no test. */
export interface RealProgram {
  readonly rows: readonly string[];
  readonly error?: string;
}

/** Runs a program on real Fastify: records what `onRoute` sees, then sends a request to each route. One at a time in a process. */
export async function runFastify(entry: string, version: 4 | 5): Promise<RealProgram> {
  const name = version === 5 ? 'fastify' : 'fastify4';
  const create = require(name) as Create;
  const made: { readonly instance: Instance; readonly routes: { method: string; url: string }[] }[] = [];
  const started = new Set<Instance>();
  const recording = Object.assign(
    (options: Readonly<Record<string, unknown>> = {}): Instance => {
      const instance = create({ ...options, exposeHeadRoutes: false, pluginTimeout: 600 });
      const routes: { method: string; url: string }[] = [];
      made.push({ instance, routes });
      instance.addHook('onRoute', ({ method, url }) => {
        const methods = typeof method === 'string' ? [method] : method;
        if (methods.length > 6) routes.push({ method: 'ALL', url });
        else for (const each of methods) routes.push({ method: each, url });
      });
      const ready = instance.ready.bind(instance);
      instance.ready = () => {
        started.add(instance);
        return ready();
      };
      instance.listen = () => instance.ready().then(() => 'nowhere');
      return instance;
    },
    { fastify: undefined, default: undefined } as { fastify: unknown; default: unknown },
  );
  recording.fastify = recording.default = recording;
  Module._load = function load(this: unknown, request: string, parent: unknown, main: boolean): unknown {
    return request === 'fastify' ? recording : originalLoad.call(this, request, parent, main);
  };
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
  };
  process.on('unhandledRejection', fail);
  process.on('uncaughtException', fail);
  try {
    require(entry);
    // Modules that are imported while the program runs take their time, the more on a busy machine.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    for (let wait = 0; wait < 40 && !failure && !made.every(({ instance }) => started.has(instance)); wait++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    for (const { instance } of made) await settles(instance.ready());
    await new Promise((resolve) => setImmediate(resolve));
    if (failure) throw failure;
    const rows: string[] = [];
    for (const { instance, routes } of made)
      for (const { method, url } of routes) {
        steps.length = 0;
        const asked =
          url
            .replace(/:(\w+)\([^)]*\)/g, '7')
            .replace(/:\w+/g, 'v')
            .replace(/\*/g, 'w') || '/';
        await settles(instance.inject({ method: method === 'ALL' ? 'PUT' : method, url: asked }));
        await new Promise((resolve) => setImmediate(resolve));
        const handler = steps.findIndex((step) => step.startsWith('handler'));
        rows.push(`${method} ${canonical(url)} [${steps.filter((step) => !step.startsWith('handler')).join(' ')}] ${steps[handler] ?? ''}`);
      }
    if (failure) throw failure;
    return { rows };
  } catch (error) {
    return { rows: [], error: error instanceof Error ? error.message : String(error) };
  } finally {
    process.off('unhandledRejection', fail);
    process.off('uncaughtException', fail);
    Module._load = originalLoad;
    for (const { instance } of made) await settles(instance.close()).catch(() => undefined);
    for (const file of Object.keys(require.cache))
      if (file.startsWith(path.dirname(entry) + path.sep)) Reflect.deleteProperty(require.cache, file);
  }
}

/** A program that waits for what never comes is no test. */
function settles<Result>(promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout;
  return Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('did not settle')), 4000);
    }),
  ]).finally(() => clearTimeout(timer));
}

/** A path as the model writes it. */
function canonical(url: string): string {
  const plain = url.replace(/(:\w+)\([^)]*\)/g, '$1').replace(/\/{2,}/g, '/');
  return (plain.length > 1 ? plain.replace(/\/$/, '') : plain) || '/';
}
