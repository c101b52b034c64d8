import type { PathSyntax, RouterId } from '@tool/ir';
import { isAbsent, prototypeOf, type Call, type Emit, type ObjectValue, type Value } from '@tool/scanner-sdk';
import { statedBy } from './api-responses.js';
import { REQUEST_METHODS, VERSION_NEUTRAL } from './decorators.js';
import { nestDiagnostics } from './diagnostics.js';
import type { ChainLink, Enhancers } from './enhancers.js';
import type { Injector } from './injection.js';
import type { ConfiguredMiddleware, MiddlewareConfig, RouteInfo } from './middleware-consumer.js';
import { underChoices, variants, type Choice, type Listed, type ModuleEntry, type ModuleGraph } from './module-graph.js';
import { keepRules } from './parameters.js';
import {
  leadingKeys,
  literalStart,
  matches,
  pieceOf,
  piecesOf,
  renamedBy,
  textOf,
  valueOf,
  withNamedWildcards,
  type PathPart,
} from './paths.js';
import { Runs } from './runs.js';
import { observeMethod } from './serve.js';
import { KEYS, storeOf, type Caller } from './store.js';

/** Everything about an application that its routes depend on. */
export interface Settings {
  readonly prefix: Value | null;
  readonly excluded: Value | null;
  /** Null: versions do not change paths. */
  readonly versioning: { readonly prefix: string; readonly defaultVersion: Value | null } | null;
  readonly guards: Value | null;
  readonly interceptors: Value | null;
  readonly pipes: Value | null;
  readonly filters: Value | null;
  /** Nothing says how the application is set up: what the controllers state is all there is. */
  readonly assumed: boolean;
}

interface Planned {
  readonly module: ModuleEntry;
  readonly cls: ObjectValue;
  readonly fn: Value;
  readonly name: string | undefined;
  readonly caller: Caller;
  readonly method: string;
  readonly parts: readonly PathPart[];
  /** Without prefix and version, as exclusions see it. */
  readonly bare: string;
  readonly version: string;
  /** The path of the controller ends with a slash, and that of the method adds to it: `forRoutes(Class)` then joins them with two slashes, which no request has. */
  readonly unjoined: boolean;
  readonly choices: readonly Choice[];
}

interface Method {
  readonly fn: Value;
  /** The method in whose place a decorator has put the function; undefined where it is the method itself. */
  readonly name: string | undefined;
  readonly caller: Caller;
  readonly method: string;
  readonly path: Value;
  readonly version: Value | null;
}

/** The methods of a class that answer requests: its own before those of what it extends. */
export function methodsOf(call: Call, cls: ObjectValue): readonly Method[] {
  const store = storeOf(call);
  const found = new Map<string, Method>();
  const prototype = call.get(cls, 'prototype');
  let at = prototype;
  for (let depth = 0; depth < 20 && at.kind === 'object'; depth++) {
    for (const [key, caller] of [...(store.members.get(at) ?? []), ...describedMembers(call, at)]) {
      const fn = call.alternatives(call.get(prototype, key)).find((one) => store.own(one, KEYS.path)) ?? call.const(undefined);
      const path = store.own(fn, KEYS.path);
      const method = store.own(fn, KEYS.method);
      // A method that overrides a decorated one without a decorator of its own answers nothing.
      if (found.has(key) || !path || !method) continue;
      keepRules(call, at, key, fn);
      const name = call.describe(fn).endsWith(`.${key}`) ? undefined : `${call.describe(call.get(at, 'constructor'))}.${key}`;
      found.set(key, { fn, name, caller, method: call.text(method) ?? methodOf(call, method), path, version: store.own(fn, KEYS.version) });
    }
    at = prototypeOf(call, at);
  }
  return [...found.values()];
}

/** Methods that no decorator is on and whose metadata the program wrote itself. */
function describedMembers(call: Call, prototype: ObjectValue): readonly [string, Caller][] {
  return [...storeOf(call).described].flatMap(([fn, caller]): [string, Caller][] => {
    const name = /[^.]*$/.exec(call.describe(fn))![0];
    return call.get(prototype, name) === fn ? [[name, caller]] : [];
  });
}

const said = (call: Call, value: Value | null): Value | null => (value && !call.isUndefined(value) ? value : null);

/** Registers the routes of an application: what the framework does when it starts to listen. */
export class Registration {
  private readonly excluded: readonly { readonly path: string; readonly method: string }[];
  private readonly globals: {
    readonly guards: readonly Value[];
    readonly interceptors: readonly Value[];
    readonly pipes: readonly Value[];
    readonly filters: readonly Value[];
  };
  private readonly runs: Runs;

  constructor(
    private readonly call: Call,
    private readonly emit: Emit,
    private readonly router: RouterId,
    private readonly syntax: PathSyntax,
    private readonly settings: Settings,
    private readonly graph: ModuleGraph,
    private readonly injector: Injector,
    private readonly enhancers: Enhancers,
    private readonly configured: readonly ConfiguredMiddleware[],
  ) {
    this.excluded = this.exclusions();
    const provided = (token: string): readonly Value[] =>
      graph.modules.flatMap((entry) => entry.providers).flatMap((provider) => this.provided(provider, token));
    const set = (list: Value | null): readonly Value[] => (list ? (call.elements(list) ?? []) : []);
    this.globals = {
      guards: [...provided('APP_GUARD'), ...set(settings.guards)],
      interceptors: [...provided('APP_INTERCEPTOR'), ...set(settings.interceptors)],
      pipes: [...provided('APP_PIPE'), ...set(settings.pipes)],
      filters: [...provided('APP_FILTER'), ...set(settings.filters)],
    };
    this.runs = new Runs(call, injector, this.globals, syntax === 'find-my-way' ? 'text/plain' : 'text/html');
    enhancers.filters = (target) => this.runs.filters(target);
  }

  /** Registers everything under the choices, apart from what is `known` already by its method and path. */
  run(choices: readonly Choice[], known: Set<string>): void {
    const planned = this.graph.modules
      .flatMap((entry) => this.plan(entry))
      .map((route) => ({ ...route, choices: [...choices, ...route.choices] }));
    const middlewares = this.middlewareIndex(planned);
    const fresh = planned.filter((route) => !known.has(`${route.method} ${textOf(route.parts)}`));
    for (const route of planned) known.add(`${route.method} ${textOf(route.parts)}`);
    for (const route of fresh)
      this.injector.from(route.module, () => {
        this.register(route, middlewares);
      });
  }

  /** `{ provide: APP_GUARD, useClass }` and its variants. */
  private provided(provider: Value, token: string): readonly Value[] {
    const { call } = this;
    if (provider.kind !== 'object' || call.isFunction(provider) || call.text(call.get(provider, 'provide')) !== token) return [];
    return [this.injector.enhancer(call, provider)];
  }

  private exclusions(): readonly { readonly path: string; readonly method: string }[] {
    const { call, settings } = this;
    return (settings.excluded ? (call.elements(settings.excluded) ?? []) : [])
      .flatMap((element) => call.alternatives(element))
      .flatMap((one) => {
        if (isAbsent(one)) return [];
        if (one.kind !== 'object') return [{ path: textOf(pieceOf(one)), method: 'ALL' }];
        return [{ path: textOf(pieceOf(call.get(one, 'path'))), method: methodOf(call, call.get(one, 'method')) }];
      });
  }

  private isExcluded(bare: string, method: string): boolean {
    return this.excluded.some((entry) => (entry.method === 'ALL' || entry.method === method) && matches(entry.path, bare, false));
  }

  /** The versions of a route as path parts; one empty part when versions do not change its path. */
  private versions(stated: Value | null): readonly Listed[] {
    const { call, settings } = this;
    const { versioning } = settings;
    const version = versioning ? (stated ?? versioning.defaultVersion) : null;
    if (!versioning || !version) return [{ value: call.const(''), choices: [] }];
    return variants(version).flatMap((one) =>
      (one.value.kind === 'object' ? (call.elements(one.value) ?? []) : [one.value]).flatMap((element) =>
        variants(element).map((each): Listed => ({
          value: this.versionPart(each.value, versioning.prefix),
          choices: [...one.choices, ...each.choices],
        })),
      ),
    );
  }

  private versionPart(version: Value, prefix: string): Value {
    const { call } = this;
    const constant = call.constant(version);
    if (constant === VERSION_NEUTRAL || (this.settings.assumed && constant === 'VERSION_NEUTRAL')) return call.const('');
    return constant === undefined
      ? { kind: 'template', parts: [prefix, version], origin: null }
      : call.const(`${prefix}${String(constant)}`);
  }

  private plan(entry: ModuleEntry): Planned[] {
    const { call, settings } = this;
    const store = storeOf(call);
    const met = new Set<Value>();
    const prefix = this.graph.prefixes.get(entry.cls) ?? [];
    return entry.controllers.flatMap(({ value: cls, choices }) => {
      if (met.has(cls)) return [];
      met.add(cls);
      if (cls.kind !== 'object') {
        if (cls.kind === 'unknown' && !cls.provenance) this.emit.report(nestDiagnostics, 'unknown-controller', { why: cls.why });
        return [];
      }
      const path = store.read(call, cls, KEYS.path);
      const version = said(call, store.read(call, cls, KEYS.version));
      const planned: Planned[] = [];
      for (const above of this.pieces(path))
        for (const method of methodsOf(call, cls))
          for (const own of this.pieces(method.path)) {
            for (const versioned of this.versions(said(call, method.version) ?? version))
              for (const global of settings.prefix ? variants(settings.prefix) : [{ value: call.const(''), choices: [] }]) {
                const bareParts = [...prefix, ...above.parts, ...own.parts];
                const bare = textOf(bareParts);
                const versionPart = pieceOf(versioned.value);
                const rest = [...versionPart, ...bareParts];
                planned.push({
                  module: entry,
                  cls,
                  fn: method.fn,
                  name: method.name,
                  caller: method.caller,
                  method: method.method,
                  bare,
                  version: textOf(versionPart),
                  unjoined: above.slashed && textOf(own.parts) !== '/',
                  parts: this.isExcluded(bare, method.method) ? rest : [...pieceOf(global.value), ...rest],
                  choices: [...entry.choices, ...choices, ...above.choices, ...own.choices, ...versioned.choices, ...global.choices],
                });
              }
          }
      return planned;
    });
  }

  private pieces(
    path: Value | null,
  ): readonly { readonly parts: readonly PathPart[]; readonly slashed: boolean; readonly choices: readonly Choice[] }[] {
    const { call } = this;
    return (path ? variants(path) : [{ value: call.const('/'), choices: [] }]).flatMap((one) => {
      const texts = (one.value.kind === 'object' ? (call.elements(one.value) ?? []) : [one.value]).map((each) => call.text(each));
      return piecesOf(call, one.value).map((parts, index) => ({
        parts,
        slashed: /[^/]\/$/.test(texts[index] ?? ''),
        choices: one.choices,
      }));
    });
  }

  private register(route: Planned, middlewares: MiddlewareIndex): void {
    const { call, globals } = this;
    const { emit } = route.caller;
    const store = storeOf(call);
    const applied = this.applied(route, middlewares);
    // Middlewares may tell who the caller is as well.
    const target = { cls: route.cls, handler: route.fn, method: route.method, ...(applied.length > 0 && { isOfNobody: false }) };
    const listed = (key: string, kind: 'guard' | 'interceptor' | 'pipe', global: readonly Value[]): ChainLink[] => [
      ...global.flatMap((one) => this.enhancers.link(call, emit, kind, one, target)),
      ...this.enhancers.chain(call, emit, kind, [store.read(call, route.cls, key), store.own(route.fn, key)], target),
    ];
    const chain: ChainLink[] = [
      ...applied,
      ...listed(KEYS.guards, 'guard', globals.guards),
      ...listed(KEYS.interceptors, 'interceptor', globals.interceptors),
      ...listed(KEYS.pipes, 'pipe', globals.pipes),
    ];
    const handler = emit.handler(route.fn, {
      observe: observeMethod(this.runs.ofMethod(route.cls, route.fn, route.method)),
      on: route.cls,
      ...(route.name !== undefined && { name: route.name }),
    });
    const contract = statedBy(call, route.cls, route.fn, this.runs.success(route.fn, route.method));
    const path = valueOf(call, this.syntax === 'path-to-regexp@8' ? route.parts.map(named) : route.parts);
    underChoices(emit, route.choices, () => {
      emit.route(this.router, { method: route.method, path: emit.path(path, this.syntax), chain, handler, ...(contract && { contract }) });
    });
  }

  private applied(route: Planned, middlewares: MiddlewareIndex): ChainLink[] {
    const { configs, index } = middlewares;
    const full = textOf(route.parts);
    const hit = (pattern: Pattern): boolean =>
      (pattern.method === null || sameMethod(pattern.method, route.method)) && matches(pattern.path, full, pattern.below);
    const found = new Map<number, Pattern>();
    for (const key of leadingKeys(full))
      for (const pattern of index.get(key) ?? []) if (!found.has(pattern.config) && hit(pattern)) found.set(pattern.config, pattern);
    return [...found]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, { path }]) => {
        const renamed = renamedBy(path, full);
        const target = { cls: route.cls, handler: route.fn, method: route.method, ...(renamed && { renamed }) };
        const { config, conditional, excludes } = configs[number]!;
        if (excludes.some(hit)) return [];
        return config.middlewares
          .flatMap((value) => this.enhancers.link(this.call, config.caller.emit, 'middleware', value, target))
          .map((link) => (conditional ? { ...link, conditional: true } : link));
      });
  }

  /** Where each registration applies, found by the segments that its paths begin with. */
  private middlewareIndex(planned: readonly Planned[]): MiddlewareIndex {
    const byController = new Map<Value, Planned[]>();
    for (const route of planned) {
      const known = byController.get(route.cls);
      if (known) known.push(route);
      else byController.set(route.cls, [route]);
    }
    const patterns = (infos: readonly RouteInfo[], config: number, excluding: boolean): Pattern[] =>
      infos.flatMap((info) => {
        if (info.controller)
          return (byController.get(info.controller) ?? [])
            .filter((route) => !route.unjoined)
            .map((route) => ({ config, path: textOf(route.parts), method: route.method, below: false }));
        const covered = excluding
          ? []
          : planned
              .filter((route) => this.coversBeside(info, route))
              .map((route) => ({ config, path: textOf(route.parts), method: route.method, below: false }));
        return [
          ...this.mounts(info, excluding).map((path) => ({ config, path, method: info.method, below: info.method === null && !excluding })),
          ...covered,
        ];
      });
    const index = new Map<string, Pattern[]>();
    const configs = this.configured.map((one, number) => {
      for (const pattern of patterns(one.config.routes, number, false)) {
        const key = literalStart(pattern.path);
        const known = index.get(key);
        if (known) known.push(pattern);
        else index.set(key, [pattern]);
      }
      return { ...one, excludes: patterns(one.config.excludes, number, true) };
    });
    return { configs, index };
  }

  /** The paths that a middleware of `forRoutes` is mounted under, or that `exclude` takes out: the latter knows of no default version and of no prefix before a wildcard. */
  private mounts(info: RouteInfo, excluding: boolean): readonly string[] {
    const { settings } = this;
    const path = textOf(pieceOf(info.path!));
    const global = settings.prefix ? textOf(pieceOf(settings.prefix)) : '';
    const before = global === '/' ? '' : global;
    const wild = isWild(path);
    // A wildcard covers every version and the routes that the prefix leaves out.
    if (wild && !info.version && excluding) return [path];
    // `*name` takes at least one segment: without a prefix the root itself is left out.
    const everything = before === '' && /^\/\*\w+$/.test(path) ? path : `${before}/{*path}`;
    if (wild && !info.version) return [everything, ...this.excluded.map((entry) => entry.path)];
    const outside = this.isExcluded(path, info.method ?? 'ALL');
    return this.versionsOf(info, excluding).map((version) => `${outside ? '' : before}${version}${path}`);
  }

  /** A path of `forRoutes` reaches the routes that it covers as they are declared, also those on the other side of the prefix. */
  private coversBeside(info: RouteInfo, route: Planned): boolean {
    if (!this.settings.prefix || this.excluded.length === 0) return false;
    const path = textOf(pieceOf(info.path!));
    if (isWild(path) || this.isExcluded(route.bare, route.method) === this.isExcluded(path, info.method ?? 'ALL')) return false;
    return (
      (info.method === null || sameMethod(info.method, route.method)) &&
      this.versionsOf(info, false).includes(route.version === '/' ? '' : route.version) &&
      matches(path, route.bare, info.method === null)
    );
  }

  /** The versions that a path of `forRoutes` or `exclude` is mounted under, as parts of a path; '' without one. */
  private versionsOf({ version }: RouteInfo, excluding: boolean): readonly string[] {
    const { versioning } = this.settings;
    const versioned =
      versioning && (version ?? versioning.defaultVersion)
        ? this.versions(version)
            .map((one) => textOf(pieceOf(one.value)))
            .map((text) => (text === '/' ? '' : text))
        : [''];
    return version || !versioning?.defaultVersion ? versioned : excluding ? [''] : [...new Set(['', ...versioned])];
  }
}

/** A path that a middleware is registered for, or is kept from. */
interface Pattern {
  readonly config: number;
  readonly path: string;
  /** Null: every method. */
  readonly method: string | null;
  /** What lies below the path counts, too. */
  readonly below: boolean;
}

interface MiddlewareIndex {
  readonly configs: readonly { readonly config: MiddlewareConfig; readonly conditional: boolean; readonly excludes: readonly Pattern[] }[];
  /** By the literal segments that a path begins with. */
  readonly index: ReadonlyMap<string, readonly Pattern[]>;
}

const isWild = (path: string): boolean => /^\/(\*\w*|\(\.\*\)|\{.*\})$/.test(path);

const sameMethod = (stated: string, method: string): boolean =>
  stated === 'ALL' || stated === method || (stated === 'GET' && method === 'HEAD');

function named(part: PathPart): PathPart {
  if (typeof part === 'string' || part.kind !== 'const' || typeof part.value !== 'string' || !/[*+]/.test(part.value)) return part;
  return { ...part, value: withNamedWildcards(`/${part.value}`).replace(/^\//, '') };
}

const methodOf = (call: Call, value: Value): string => {
  const number = call.constant(value);
  return typeof number === 'number' ? (REQUEST_METHODS[number] ?? 'ALL') : 'ALL';
};
