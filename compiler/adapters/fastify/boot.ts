import type { RouterId } from '@tool/ir';
import type { ObjectValue, Value } from '@tool/scanner-sdk';
import type { TokenPlaces } from './observe.js';

/** A plugin (or `after` callback) that is being loaded, and what it has registered so far. */
export interface Loading {
  /** The instance that plugins registered meanwhile are loaded on. */
  readonly server: ObjectValue;
  /** What a reader calls the plugin; empty for the application. */
  readonly name: string;
  readonly queue: (() => void)[];
  /** Run when everything registered so far is loaded. */
  readonly waiting: (() => void)[];
  busy: boolean;
}

/**
 * The order in which Fastify loads plugins: `register` only queues. The queue of the plugin that runs now is worked off when the plugin's own function has
 * ended, or while it awaits; the application's own queue when the program awaits, or with `ready`, `listen` and `inject`.
 * Plugins of one queue are loaded one after the other, each with everything that it registers.
 */
export class Boot {
  /** Innermost first; the application itself is always last. */
  private readonly loading: Loading[] = [];
  /** Set when a plugin of a package was loaded: instances may have members that nobody sees. */
  opened = false;
  /** Members of requests and replies that plugins decorated, and schemas that `addSchema` named. */
  readonly requestMembers = new Map<string, Value>();
  readonly replyMembers = new Map<string, Value>();
  readonly schemas = new Map<string, Value>();
  /** Members of requests that hold a session (`sessionName` of @fastify/secure-session). */
  readonly sessions = new Set<string>();
  /** Where @fastify/jwt looks for the token of `request.jwtVerify()`; null: in the header `authorization` alone. */
  tokens: TokenPlaces | null = null;
  /** What `setValidatorCompiler` was given, by the router of the instance. */
  readonly validators = new Map<RouterId, Value>();
  /** Instances that have a handler of errors. */
  readonly catching = new Set<RouterId>();
  /** What `setNotFoundHandler` was given, by the prefix below which it answers. */
  readonly notFound = new Map<string | null, { readonly fn: Value; readonly instance: ObjectValue }>();
  /** Set when the rate limit of `@fastify/rate-limit` counts for every route. */
  limitsEveryRoute = false;
  /** Modules whose plugins were registered, loaded or not. */
  readonly registered = new Set<string>();

  start(server: ObjectValue): void {
    this.loading.push({ server, name: '', queue: [], waiting: [], busy: false });
  }

  get current(): Loading {
    return this.loading[0]!;
  }
  get root(): Loading {
    return this.loading.at(-1)!;
  }

  /** Runs the function of a plugin, then loads what it registered. */
  within(server: ObjectValue, name: string, run: () => void, attempt: (run: () => void) => void): void {
    const loading: Loading = { server, name, queue: [], waiting: [], busy: false };
    this.loading.unshift(loading);
    try {
      attempt(run);
      this.flush(loading);
    } finally {
      this.loading.splice(this.loading.indexOf(loading), 1);
    }
  }

  /** Loads what is queued. A queue that is being worked off already goes on where it is. */
  flush(loading: Loading): void {
    if (loading.busy) return;
    loading.busy = true;
    try {
      for (let task = loading.queue.shift(); task; task = loading.queue.shift()) task();
    } finally {
      loading.busy = false;
    }
    for (const resume of loading.waiting.splice(0)) resume();
  }

  /** Runs something when everything registered so far is loaded. */
  loaded(loading: Loading, then: () => void): void {
    loading.waiting.push(then);
    this.flush(loading);
  }
}
