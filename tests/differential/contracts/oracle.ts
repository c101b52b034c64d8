import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ContractProgram, Field, GeneratedEndpoint } from './program.js';

/** One request and what real Express answered. */
export interface Observation {
  readonly endpoint: GeneratedEndpoint;
  /** The field that was left out; null when all were sent, undefined when none. */
  readonly without: string | null | undefined;
  readonly status: number;
  /** Present where the answer is JSON. */
  readonly json?: unknown;
  /** `part.name` of every value the program took and was given. A part that was listed as a whole gives none from there on. */
  readonly reads: readonly string[];
}

type Load = (request: string, parent: unknown, main: boolean) => unknown;
type Listener = (request: http.IncomingMessage, response: http.ServerResponse) => void;
interface Express {
  readonly application: { listen: unknown };
}
type ErrorHandler = (error: unknown, request: unknown, response: http.ServerResponse, next: (error: unknown) => void) => void;
interface Layer {
  readonly handle: { readonly length: number };
}
interface Application {
  use(handler: ErrorHandler): void;
  readonly router?: { readonly stack: Layer[] };
  readonly _router?: { readonly stack: Layer[] };
}

const require = createRequire(import.meta.url);
const Module = require('node:module') as { _load: Load };
const originalLoad = Module._load;
const PATIENCE_MS = 2000;

/** Runs a program on real Express behind 127.0.0.1 and sends requests with and without each field. One at a time in a process. */
export async function observeProgram(
  folder: string,
  program: ContractProgram,
): Promise<readonly Observation[] | { readonly error: string }> {
  const express = require(program.version === '5' ? 'express' : 'express4') as Express;
  const listeners: Listener[] = [];
  const listen = express.application.listen;
  express.application.listen = function recorded(this: Listener): void {
    listeners.push(this);
  };
  Module._load = function load(this: unknown, request: string, parent: unknown, main: boolean): unknown {
    return request === 'express' ? express : originalLoad.call(this, request, parent, main);
  };
  let broken: string | null = null;
  // An error in a callback of the program: nobody answers any more.
  const uncaught = (error: unknown): void => {
    broken = String(error);
  };
  process.on('uncaughtException', uncaught);
  const { error: report } = console;
  console.error = () => undefined;
  let server: http.Server | undefined;
  try {
    require(path.join(folder, program.entry));
    const listener = listeners[0];
    if (!listener) return { error: 'nothing listens' };
    markMistakes(listener as unknown as Application, program.version);
    let reads = new Set<string>();
    server = http.createServer((request, response) => {
      observeReads(request as unknown as Record<string, unknown>, reads);
      listener(request, response);
    });
    await new Promise<void>((resolve) => {
      server!.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const observations: Observation[] = [];
    for (const endpoint of program.endpoints)
      for (const { without, variant } of requestsOf(endpoint)) {
        reads = new Set();
        const reply = await send(port, endpoint, without, variant);
        if (reply === null) return { error: 'an endpoint does not answer' };
        if (broken !== null) return { error: 'a callback fails' };
        if (reply.mistake) return { error: 'an endpoint fails' };
        const { status, json } = reply;
        observations.push({ endpoint, without, status, ...(json !== undefined && { json }), reads: [...reads] });
      }
    return observations;
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    Module._load = originalLoad;
    console.error = report;
    process.removeListener('uncaughtException', uncaught);
    express.application.listen = listen;
    server?.closeAllConnections();
    if (server)
      await new Promise((resolve) => {
        server!.close(resolve);
      });
    for (const file of Object.keys(require.cache)) if (file.startsWith(folder + path.sep)) Reflect.deleteProperty(require.cache, file);
  }
}

const MISTAKE = 'x-mistake-of-the-program';

/** What the generator did not mean (a member of nothing is read) is told from errors that a program throws, in front of its own error handlers. */
function markMistakes(application: Application, version: '4' | '5'): void {
  application.use((error, _request, response, next) => {
    if (error instanceof TypeError || error instanceof ReferenceError) response.setHeader(MISTAKE, 'yes');
    next(error);
  });
  const { stack } = (version === '5' ? application.router : application._router)!;
  const own = stack.pop()!;
  const first = stack.findIndex((layer) => layer.handle.length === 4);
  stack.splice(first < 0 ? stack.length : first, 0, own);
}

/** Everything sent with every variant of values, everything but one field, nothing. */
function requestsOf({ fields }: GeneratedEndpoint): readonly { readonly without: string | null | undefined; readonly variant: number }[] {
  const optional = fields.filter((field) => field.part !== 'path');
  return [
    ...[0, 1, 2, 3].map((variant) => ({ without: null, variant })),
    ...optional.flatMap(({ name }) => [0, 1, 2, 3, 4, 5].map((variant) => ({ without: name, variant }))),
    ...[0, 1, 2, 3, 4].map((variant) => ({ without: undefined, variant })),
  ];
}

async function send(
  port: number,
  endpoint: GeneratedEndpoint,
  without: string | null | undefined,
  variant: number,
): Promise<{ status: number; json?: unknown; mistake: boolean } | null> {
  const given = (part: Field['part']): [string, unknown][] =>
    endpoint.fields
      .filter((field) => field.part === part && (part === 'path' || (without !== undefined && field.name !== without)))
      .map((field, index) => [field.name, field.values[(variant + (variant > 1 ? index : 0)) % field.values.length]]);
  const url = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => String(given('path').find(([each]) => each === name)?.[1] ?? 'v'));
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, String(value)])).toString();
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT';
  const reply = await fetch(`http://127.0.0.1:${port}${url}${query ? `?${query}` : ''}`, {
    method: endpoint.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS),
    headers: {
      ...Object.fromEntries(given('header').map(([name, value]) => [name, String(value)])),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(Object.fromEntries(given('body'))) }),
  }).catch(() => null);
  if (!reply) return null;
  const text = await reply.text();
  return {
    status: reply.status,
    mistake: reply.headers.has(MISTAKE),
    ...(/json/.test(reply.headers.get('content-type') ?? '') && { json: JSON.parse(text) as unknown }),
  };
}

/** Records which members of the request's parts are taken. */
function observeReads(request: Record<string, unknown>, reads: Set<string>): void {
  const watched = (part: string, given: object): object => {
    let whole = false;
    return new Proxy(given, {
      get: (target, name) => {
        if (typeof name === 'string' && !whole && Object.hasOwn(target, name)) reads.add(`${part}.${name}`);
        return Reflect.get(target, name) as unknown;
      },
      has: (target, name) => {
        if (typeof name === 'string' && !whole && Object.hasOwn(target, name)) reads.add(`${part}.${name}`);
        return Reflect.has(target, name);
      },
      ownKeys: (target) => {
        whole = true;
        return Reflect.ownKeys(target);
      },
    });
  };
  for (const [member, part] of [
    ['body', 'body'],
    ['params', 'path'],
    ['query', 'query'],
  ] as const) {
    let current: unknown;
    let proxied: unknown;
    Object.defineProperty(request, member, {
      configurable: true,
      enumerable: true,
      set: (value: unknown) => {
        current = value;
        proxied = typeof value === 'object' && value !== null ? watched(part, value) : value;
      },
      get: () => {
        if (member === 'query' && current === undefined && proxied === undefined) {
          current = Object.fromEntries(new URL(String(request['originalUrl'] ?? request['url']), 'http://h').searchParams);
          proxied = watched(part, current as object);
        }
        return proxied;
      },
    });
  }
  request['headers'] = watched('header', request['headers'] as object);
}
