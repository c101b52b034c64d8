import {
  diagnosticId, fillSlots, handlerId, itemId, middlewareId, ownerOf, routerId,
  type Catalogue, type ChainLink, type Diagnostic, type DiagnosticDefinition, type DiagnosticId, type Handler, type HandlerId, type Item, type Json,
  type Middleware, type MiddlewareId, type Path, type PathSyntax, type Program, type RawPart, type Router, type RouterId, type Span,
} from '@tool/ir';
import type { Emit, Observe, RouterInit, Value } from '@tool/scanner-sdk';
import { ABSENT, Obj, UNDEFINED, literalJson, type Evaluator, type Frame, type Guard, type Site } from '../evaluator/index.js';
import type { Behaviours } from './behaviours.js';
import { bodyFacts } from './body-facts.js';
import { pathDiagnostics } from './diagnostics.js';

interface RouterRecord {
  readonly id: RouterId;
  init: RouterInit;
  readonly site: Site;
  readonly guard: Guard | null;
  readonly items: { item: Item; readonly guard: Guard | null }[];
  /** Where the first route of each method and path as written stands among the items. */
  readonly routes: Map<string, number>;
  root: boolean;
  /** Order in which it was found to be a root. */
  mounted: boolean;
  /** The module whose evaluation made it. */
  readonly file: string;
  /** The package whose entry made it: applications of one package know of each other. */
  readonly program: string;
}

/** A function to be run on a request of which nothing is known. */
export interface Observed {
  readonly id: MiddlewareId | HandlerId;
  readonly role: 'middleware' | 'handler';
  readonly value: Value;
  readonly site: Site;
  readonly observe?: Observe | undefined;
  readonly observeError?: ((error: Value) => Observe) | undefined;
}

/** What runs for a route. */
export interface RouteChain {
  readonly functions: readonly (MiddlewareId | HandlerId)[];
  readonly around: readonly ReadonlySet<MiddlewareId>[];
}

const textOf = (path: Path): string => path.raw.map((part) => (part.kind === 'text' ? part.text : '')).join('');
const servesAll = (path: Path): boolean => ['', '/', '*'].includes(textOf(path)) && path.raw.every((part) => part.kind === 'text');

/** The reporting interface that both the evaluator's host and `emit` use. */
export interface Reporter {
  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId;
}

/** Steps for what an adapter evaluates when the programs have run. */
const SETTLE_FUEL = 4_000_000;

/** Collects what transfer functions emit and makes the RouteTree of it. The only producer of IR. */
export class TreeBuilder implements Reporter {
  private readonly routers: RouterRecord[] = [];
  /** How to run what was registered on a request, for the adapters that say so. */
  readonly observed: Observed[] = [];
  private readonly byId = new Map<RouterId, RouterRecord>();
  private readonly handlers: Handler[] = [];
  private readonly middlewares: { id: MiddlewareId; value: Value; build: () => Middleware }[] = [];
  private readonly handlerIds = new Map<Value, HandlerId>();
  private readonly handlerValues = new Map<HandlerId, Value>();
  private readonly middlewareIds = new Map<Value, MiddlewareId>();
  private readonly diagnostics: Diagnostic[] = [];
  private readonly reported = new Map<string, DiagnosticId>();
  private readonly pathOrigins = new WeakMap<Path, Span[]>();
  private readonly roots: RouterId[] = [];
  private items = 0;
  private program = '';
  private readonly atEnd: { readonly run: (last: boolean) => void; readonly guard: Guard | null; readonly site: Site }[] = [];

  constructor(private readonly evaluator: () => Evaluator, private readonly spanOfNode: (module: Site['module'], node: Site['node']) => Span) {}

  /** Some application has something registered on it. @param program only those that this package's programs made, or what lies in its folder */
  servesRoutes(program?: string): boolean {
    const hasRoutes = (items: RouterRecord['items']): boolean => items.some(({ item }) => item.kind === 'route' || item.kind === 'mount');
    const isOf = (router: RouterRecord): boolean => program === undefined || router.program === program || router.file.startsWith(`${program}/`);
    return this.routers.some((router) => isOf(router) && (router.init.application || router.root) && hasRoutes(router.items));
  }

  get routeCount(): number { return this.routers.reduce((sum, router) => sum + router.items.length, 0); }
  get routerCount(): number { return this.routers.length; }

  /** The functions of each route, in the order in which they run, and those that its router and the routers around it run for every request. */
  routeChains(): RouteChain[] {
    const parents = new Map<RouterId, RouterRecord[]>();
    for (const router of this.routers) for (const { item } of router.items) if (item.kind === 'mount') { const known = parents.get(item.target); if (known) known.push(router); else parents.set(item.target, [router]); }
    const uses = new Map(this.routers.map((router) => [router, new Set(router.items.flatMap(({ item }) => (item.kind === 'use' && item.phase !== 'error' && !item.phase?.startsWith('param:') && servesAll(item.path) ? [item.middleware] : [])))]));
    const around = (router: RouterRecord, seen: Set<RouterRecord>): ReadonlySet<MiddlewareId>[] => {
      if (seen.has(router)) return [];
      seen.add(router);
      return [uses.get(router)!, ...(parents.get(router.id) ?? []).flatMap((parent) => around(parent, seen))].filter((set) => set.size > 0);
    };
    return this.routers.flatMap((router): RouteChain[] => {
      const params = router.items.flatMap(({ item }) => (item.kind === 'use' && item.phase?.startsWith('param:') ? [{ name: item.phase.slice('param:'.length), middleware: item.middleware }] : []));
      const outer = around(router, new Set());
      return router.items.flatMap(({ item }) => (item.kind === 'route' ? [{ functions: [...params.filter(({ name }) => textOf(item.path).includes(`:${name}`)).map(({ middleware }) => middleware), ...item.chain.map((link) => link.middleware), item.handler], around: outer }] : []));
    });
  }

  /** While handlers are run nothing is registered any more: what goes wrong there is no loss of routes. */
  muted = false;

  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId {
    if (this.muted) return diagnosticId(0);
    const definition = catalogue[code] as DiagnosticDefinition;
    const place = site ? site.span : { synthetic: 'project' };
    const message = fillSlots(definition.message, args);
    const key = keyOfReport(`${ownerOf(catalogue)}/${code}`, place, message);
    const known = this.reported.get(key);
    if (known) return known;
    const id = diagnosticId(this.diagnostics.length);
    this.diagnostics.push({
      id, code: `${ownerOf(catalogue)}/${code}`, severity: definition.severity, message, place, related: [],
      ...(definition.help !== undefined && { help: fillSlots(definition.help, args) }), loss: definition.loss,
    });
    this.reported.set(key, id);
    return id;
  }

  /** Asks those who wait for the end of the programs to register what they have. */
  settle(last: boolean): void {
    const evaluator = this.evaluator();
    for (let index = 0; index < this.atEnd.length; index++) {
      const { run, guard, site } = this.atEnd[index]!;
      const outer = evaluator.guard;
      evaluator.guard = guard;
      try { evaluator.guarded('what an adapter registers in the end', site, SETTLE_FUEL, () => run(last)); } finally { evaluator.guard = outer; }
    }
  }

  /** What is made from here on belongs to this package. */
  startProgram(folder: string): void { this.program = folder; }

  /** Platforms that start a module serve what it exports: an application is a root, unless it is a router that has to be mounted. */
  serve(id: RouterId): void {
    const router = this.byId.get(id);
    if (router?.init.application && !router.root) { router.root = true; this.roots.push(id); }
  }

  /** The `emit` of one call, made when the call first emits: most calls into models never do. */
  emit(site: Site): Emit { return new CallEmit(() => this.makeEmit(site)); }

  private makeEmit(site: Site): Emit {
    const evaluator = this.evaluator();
    const record = (id: RouterId): RouterRecord => {
      const router = this.byId.get(id);
      if (!router) throw new Error(`there is no router ${id}`);
      return router;
    };
    const add = (router: RouterId, make: (id: ReturnType<typeof itemId>) => Item): void => {
      // What a request would register while it is served is no route of the set-up.
      if (this.muted) return;
      evaluator.effects++;
      record(router).items.push({ item: make(itemId(this.items++)), guard: evaluator.guard });
    };
    const place = site.span;
    const emit: Emit = {
      router: (init) => {
        evaluator.effects++;
        const id = routerId(this.routers.length);
        const router: RouterRecord = { id, init, site, guard: evaluator.guard, items: [], routes: new Map(), root: false, mounted: false, file: site.module.file, program: this.program };
        if (!this.muted) this.routers.push(router);
        this.byId.set(id, router);
        return id;
      },
      configure: (id, change) => { const router = record(id); router.init = { ...router.init, ...change }; },
      root: (id) => { evaluator.effects++; const router = record(id); if (!router.root && !this.muted) { router.root = true; this.roots.push(id); } },
      path: (value, syntax) => this.path(value, syntax, site),
      hasHole: (path) => path.raw.some((part) => part.kind === 'hole'),
      middleware: (value, init) => {
        let id = this.middlewareIds.get(value);
        if (id === undefined && this.muted) return middlewareId(this.middlewares.length);
        if (id === undefined) {
          id = middlewareId(this.middlewares.length);
          const made = id;
          const frame = site.frame;
          this.middlewares.push({ id, value, build: () => this.buildMiddleware(made, value, init, place, frame) });
          if (value.kind === 'object') this.middlewareIds.set(value, id);
          if (init?.observe || init?.observeError) this.observed.push({ id, role: 'middleware', value, site, observe: init.observe, observeError: init.observeError });
        }
        return id;
      },
      handler: (value, init) => {
        let id = this.handlerIds.get(value);
        if (id === undefined && this.muted) return handlerId(this.handlers.length);
        if (id === undefined) {
          id = handlerId(this.handlers.length);
          const described = describeHandler(evaluator, value, site.frame);
          this.handlers.push({ id, name: init?.name ?? described.name, place: described.place ?? place });
          this.handlerValues.set(id, value);
          if (value.kind === 'object') this.handlerIds.set(value, id);
          if (init?.observe) this.observed.push({ id, role: 'handler', value, site, observe: init.observe });
        }
        return id;
      },
      use: (router, item) => add(router, (id) => ({ kind: 'use', id, path: item.path, middleware: item.middleware, ...(item.phase !== undefined && { phase: item.phase }), place })),
      mount: (router, item) => {
        const target = record(item.target);
        target.mounted = true;
        add(router, (id) => ({ kind: 'mount', id, path: item.path, target: item.target, scope: item.scope, ...(item.approximate !== undefined && { approximate: item.approximate }), place }));
      },
      route: (router, item) => {
        if (this.muted) return;
        const middlewareOf = (id: HandlerId): MiddlewareId | undefined => {
          const handler = this.handlerValues.get(id);
          const observe = this.observed.find((entry) => entry.id === id)?.observe;
          return handler !== undefined && takesContinuation(handler) ? emit.middleware(handler, observe && { observe }) : undefined;
        };
        const asMiddleware = coversOthers(item.method, item.path) ? middlewareOf(item.handler) : undefined;
        const { items, routes } = record(router);
        const key = `${item.method} ${item.path.raw.map((part) => (part.kind === 'text' ? part.text.replace(/:\w+/g, ':') : `<${part.kind}>`)).join('')}`;
        const first = routes.get(key);
        if (first === undefined) routes.set(key, items.length);
        // Its handler runs in front of this one, for the same requests.
        else {
          const earlier = items[first];
          const before = earlier?.item.kind === 'route' ? earlier.item.asMiddleware ?? middlewareOf(earlier.item.handler) : undefined;
          if (earlier?.item.kind === 'route' && before !== undefined) earlier.item = { ...earlier.item, asMiddleware: before };
        }
        add(router, (id) => ({
          kind: 'route', id, method: item.method, path: item.path,
          chain: item.chain.map((link): ChainLink => (typeof link === 'string' ? { middleware: link } : link)),
          handler: item.handler, ...(asMiddleware !== undefined && { asMiddleware }), ...(item.passesOn && { passesOn: item.passesOn }),
          ...(item.contract && { contract: { refinements: item.contract.refinements.map((entry) => ({ ...entry, place })), answers: item.contract.answers.map((entry) => ({ ...entry, place })), ...(item.contract.rateLimit !== undefined && { rateLimit: item.contract.rateLimit }) } }),
          place, via: this.framesOf(site.frame), rows: this.pathOrigins.get(item.path) ?? [],
        }));
      },
      opaque: (router, item) => {
        // What is mounted somewhere unknown is mounted: it serves nothing without its prefix.
        if (item.target !== undefined) record(item.target).mounted = true;
        add(router, (id) => ({
          kind: 'opaque', id, what: item.what, diagnostic: item.diagnostic, ...(item.path && { path: item.path }), ...(item.method !== undefined && { method: item.method }), ...(item.target !== undefined && { target: item.target }), place,
        }));
      },
      branch: (value, run) => { evaluator.eachAlternative(evaluator.contextOf(site), site.node, value, (alternative) => { run(alternative); return UNDEFINED; }); },
      atEnd: (run) => { if (!this.muted) this.atEnd.push({ run, guard: evaluator.guard, site }); },
      report: (catalogue, code, args) => this.report(catalogue, code, args, site),
    };
    return emit;
  }

  private framesOf(frame: Frame | null): Span[] {
    const spans: Span[] = [];
    for (let current = frame; current; current = current.parent) if (current.callNode && current.callModule && spans.length < 24) {
      const span = this.spanOfNode(current.callModule, current.callNode);
      const last = spans.at(-1);
      if (!last || last.file !== span.file || last.line !== span.line || last.column !== span.column) spans.push(span);
    }
    return spans;
  }

  private path(value: Value | string, syntax: PathSyntax, site: Site): Path {
    if (typeof value === 'string') return { syntax, raw: [{ kind: 'text', text: value }] };
    const raw: RawPart[] = [];
    const origins: Span[] = [];
    const addOrigin = (part: Value): void => { for (const origin of [part.kind === 'const' ? part.written : null, part.origin]) if (origin) { const span = origin.span; if (!origins.some((other) => other.file === span.file && other.line === span.line)) origins.push(span); } };
    const hole = (why: string): void => {
      const diagnostic = this.report(pathDiagnostics, 'unknown-path', { why }, site);
      raw.push({ kind: 'hole', why, diagnostic });
    };
    const add = (part: Value): void => {
      addOrigin(part);
      switch (part.kind) {
        case 'const':
          if (part.value === undefined && part.taint) hole(`${part.taint}, which is not set`);
          else raw.push({ kind: 'text', text: String(part.value) });
          return;
        case 'template': for (const inner of part.parts) if (typeof inner === 'string') raw.push({ kind: 'text', text: inner }); else add(inner); return;
        case 'oneOf': add(part.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED); return;
        case 'unknown': hole(part.why); return;
        case 'object': {
          const object = part as Obj;
          if (object.cls === 'RegExp') { const pattern = object.internal as { source: string; flags: string }; raw.push({ kind: 'regexp', source: pattern.source, flags: pattern.flags }); return; }
          hole('an object as a path');
        }
      }
    };
    add(value);
    const path: Path = { syntax, raw };
    this.pathOrigins.set(path, origins);
    return path;
  }

  private buildMiddleware(id: MiddlewareId, value: Value, init: Parameters<Emit['middleware']>[1], place: Span, frame: Frame | null): Middleware {
    const evaluator = this.evaluator();
    const described = describeMiddleware(evaluator, value, frame);
    const facts = init?.facts ?? (value.kind === 'object' ? bodyFacts(evaluator, value as Obj) : undefined);
    return {
      id, name: init?.name ?? (described.name || (init?.otherwise ?? '')), place: described.place ?? place,
      ...(described.origin && { origin: described.origin }), ...(described.arguments && { arguments: described.arguments }),
      ...(facts && { facts }), ...(init?.type !== undefined && { type: init.type }),
    };
  }

  /** Whether this router answers requests: made an application, never mounted, and nothing else is known of it. */
  private unmountedApplications(): RouterId[] {
    const serving = new Set(this.routers.filter((router) => router.root).map((router) => `${router.program} ${router.init.framework}`));
    const alone = ({ init, program }: RouterRecord): boolean => init.application !== 'unless-another-serves' || !serving.has(`${program} ${init.framework}`);
    return this.routers.filter((router) => router.init.application && !router.root && !router.mounted && alone(router)).map((router) => router.id);
  }

  /**
   * Code without a manifest is a piece of a project: a router that nothing in it mounts is mounted by code that is elsewhere. It is
   * modelled at its own paths, under the condition that somebody does.
   */
  private mountedElsewhere(): ReadonlySet<RouterRecord> {
    return new Set(this.routers.filter((router) => !router.init.application && !router.root && !router.mounted && router.items.length > 0));
  }

  /** What the set-up has made: what is reported, and how many items there are. */
  remember(): { readonly diagnostics: number; readonly items: number } { return { diagnostics: this.diagnostics.length, items: this.items }; }

  /** Back to what the set-up had made, before another `build`. */
  recall({ diagnostics, items }: ReturnType<TreeBuilder['remember']>): void {
    this.diagnostics.length = diagnostics;
    this.items = items;
    this.reported.clear();
    for (const { id, code, place, message } of this.diagnostics) this.reported.set(keyOfReport(code, place, message), id);
  }

  /** @param fragment no manifest says what starts here */
  build(fragment = false, behaviours: Behaviours | null = null): Program {
    const elsewhere = fragment ? this.mountedElsewhere() : new Set<RouterRecord>();
    for (const router of elsewhere) this.report(pathDiagnostics, 'router-of-a-fragment', { router: router.init.name ?? variableName(router.site) }, router.site);
    const roots = [...this.roots, ...this.unmountedApplications(), ...[...elsewhere].map((router) => router.id)];
    const items = (router: RouterRecord): Item[] => {
      const nested = this.nest(router.items, router.guard);
      return elsewhere.has(router) ? [{ kind: 'branch', id: itemId(this.items++), condition: 'code that is not in this folder mounts the router', cause: 'unknown', arms: [nested], exhaustive: false, place: router.site.span }] : nested;
    };
    return {
      kind: 'program',
      routers: this.routers.map((router): Router => ({
        id: router.id, framework: router.init.framework, name: router.init.name ?? variableName(router.site), place: router.site.span,
        syntax: router.init.syntax, caseSensitive: router.init.caseSensitive ?? false, strict: router.init.strict ?? false,
        items: items(router),
      })),
      handlers: this.handlers.map((handler) => withBehaviour(handler, behaviours)),
      middlewares: this.middlewares.map((entry) => withBehaviour(entry.build(), behaviours)),
      ...(behaviours && behaviours.errors.length > 0 && { errors: behaviours.errors, errorHandling: behaviours.handling }),
      roots,
      diagnostics: this.diagnostics,
    };
  }

  /** Items under the guards they were emitted under, as nested branches. What the router itself depends on says nothing more. */
  private nest(items: RouterRecord['items'], base: Guard | null): Item[] {
    const baseKeys = new Set(guardPath(base).map((guard) => `${guard.branch.id}:${guard.arm}`));
    const withPaths = items.map(({ item, guard }) => ({ item, path: guardPath(guard).filter((step) => !baseKeys.has(`${step.branch.id}:${step.arm}`)) }));
    return this.group(withPaths, 0);
  }

  private group(entries: { item: Item; path: Guard[] }[], depth: number): Item[] {
    const result: Item[] = [];
    for (let index = 0; index < entries.length;) {
      const entry = entries[index]!;
      const guard = entry.path[depth];
      if (!guard) { result.push(entry.item); index++; continue; }
      let end = index;
      while (end < entries.length && entries[end]!.path[depth]?.branch.id === guard.branch.id) end++;
      const members = entries.slice(index, end);
      const arms: Item[][] = [];
      const armNumbers = [...new Set(members.map((member) => member.path[depth]!.arm))].sort((a, b) => a - b);
      for (const arm of armNumbers) arms.push(this.group(members.filter((member) => member.path[depth]!.arm === arm), depth + 1));
      const { branch } = guard;
      result.push({
        kind: 'branch', id: itemId(this.items++), condition: branch.condition, cause: branch.cause, arms,
        exhaustive: branch.exhaustive && branch.cause === 'unknown' && arms.length === branch.arms, place: this.spanOfNode(branch.module, branch.node),
      });
      index = end;
    }
    return result;
  }
}

const keyOfReport = (code: string, place: unknown, message: string): string => `${code}\0${JSON.stringify(place)}\0${message}`;

const withBehaviour = <Node extends Handler | Middleware>(node: Node, behaviours: Behaviours | null): Node => {
  const behaviour = behaviours?.of.get(node.id);
  return behaviour ? { ...node, behaviour } : node;
};

class CallEmit implements Emit {
  #made: Emit | null = null;
  constructor(private readonly make: () => Emit) {}
  private get emit(): Emit { return (this.#made ??= this.make()); }
  router(...args: Parameters<Emit['router']>): ReturnType<Emit['router']> { return this.emit.router(...args); }
  configure(...args: Parameters<Emit['configure']>): void { this.emit.configure(...args); }
  root(...args: Parameters<Emit['root']>): void { this.emit.root(...args); }
  path(...args: Parameters<Emit['path']>): ReturnType<Emit['path']> { return this.emit.path(...args); }
  hasHole(...args: Parameters<Emit['hasHole']>): boolean { return this.emit.hasHole(...args); }
  middleware(...args: Parameters<Emit['middleware']>): ReturnType<Emit['middleware']> { return this.emit.middleware(...args); }
  handler(...args: Parameters<Emit['handler']>): ReturnType<Emit['handler']> { return this.emit.handler(...args); }
  use(...args: Parameters<Emit['use']>): void { this.emit.use(...args); }
  mount(...args: Parameters<Emit['mount']>): void { this.emit.mount(...args); }
  route(...args: Parameters<Emit['route']>): void { this.emit.route(...args); }
  opaque(...args: Parameters<Emit['opaque']>): void { this.emit.opaque(...args); }
  branch(...args: Parameters<Emit['branch']>): void { this.emit.branch(...args); }
  atEnd(...args: Parameters<NonNullable<Emit['atEnd']>>): void { this.emit.atEnd?.(...args); }
  report: Emit['report'] = (catalogue, code, args) => this.emit.report(catalogue, code, args);
}

function guardPath(guard: Guard | null): Guard[] {
  const path: Guard[] = [];
  for (let current = guard; current; current = current.parent) path.unshift(current);
  return path;
}

/** The variable, property or class field that a router was assigned to. */
function variableName(site: Site): string {
  let node = site.node;
  for (let hops = 0; node?.parent && hops < 6; hops++) {
    const parent = node.parent as typeof node & { name?: typeof node; left?: typeof node; initializer?: unknown; right?: unknown };
    if ('initializer' in parent && parent.initializer === node && parent.name) return parent.name.getText();
    if ('right' in parent && parent.right === node && parent.left) return parent.left.getText().replace(/^this\./, '').slice(0, 60);
    if ('body' in parent || 'statements' in parent || 'arguments' in parent) break;
    node = parent;
  }
  return '';
}

interface Described {
  readonly name: string;
  readonly place: Span | null;
  readonly origin?: { readonly module: string; readonly path: string };
  readonly arguments?: readonly Json[];
}

/** A larger literal is data, not a setting: it would be repeated at every endpoint that the middleware guards. */
const MAX_LITERAL = 600;

const literalArguments = (evaluator: Evaluator, args: readonly Value[] | null): readonly Json[] | undefined => {
  if (!args || args.length === 0) return undefined;
  const literals = args.map((arg) => { const literal = literalJson(evaluator, arg); return literal !== undefined && JSON.stringify(literal).length <= MAX_LITERAL ? literal : null; });
  return literals.some((literal) => literal !== null) ? literals : undefined;
};

/** The function call that made a function, when that call is over: `auth` in `auth('admin')`. */
function factoryOf(object: Obj, frame: Frame | null): Frame | null {
  const made = object.origin?.frame ?? null;
  if (!made?.fn || made.fn.fn?.kind !== 'closure') return null;
  for (let current = frame; current; current = current.parent) if (current === made) return null;
  const name = made.fn.props?.get('name')?.value;
  return name?.kind === 'const' && name.value ? made : null;
}

function ownName(object: Obj): string {
  const name = object.props?.get('name')?.value;
  return name?.kind === 'const' && typeof name.value === 'string' ? name.value : '';
}

function describeMiddleware(evaluator: Evaluator, value: Value, frame: Frame | null): Described {
  if (value.kind === 'unknown') {
    if (value.provenance) {
      const args = literalArguments(evaluator, value.provenance.args);
      return { name: packageMemberName(value.provenance), place: value.origin?.span ?? null, origin: { module: value.provenance.module, path: value.provenance.path }, ...(args && { arguments: args }) };
    }
    return { name: value.why.length <= 40 ? value.why : '', place: value.origin?.span ?? null };
  }
  if (value.kind !== 'object') return { name: evaluator.describe(value), place: value.origin?.span ?? null };
  const object = unbound(value as Obj);
  const standIn = object.fn?.kind === 'native' ? object.fn.standsFor : undefined;
  if (standIn) {
    const args = literalArguments(evaluator, standIn.args);
    return { name: ownName(object), place: object.origin?.span ?? null, ...(args && { arguments: args }) };
  }
  const factory = factoryOf(object, frame);
  if (factory) {
    const args = literalArguments(evaluator, factory.args);
    return { name: ownName(factory.fn!), place: object.origin?.span ?? null, ...(args && { arguments: args }) };
  }
  const module = object.host?.type.module;
  return { name: ownName(object) || evaluator.describe(object), place: object.origin?.span ?? null, ...(module !== undefined && { origin: { module, path: object.host!.type.name } }) };
}

/** `helmet` for `helmet()`, `json` for `express.json()`, `authenticate` for `passport.authenticate(…)`. */
function packageMemberName(provenance: { readonly module: string; readonly path: string }): string {
  const member = provenance.path.replace(/\(\)/g, '').split('.').filter((part) => part && part !== 'default' && part !== 'new').pop();
  const module = provenance.module.replace(/^@[^/]+\//, '').replace(/^node:/, '');
  return member && member !== module ? (module === 'express' || /^[a-z]+$/.test(member) ? member : `${module}.${member}`) : module;
}

const unbound = (object: Obj): Obj => (object.fn?.kind === 'bound' && object.fn.target.kind === 'object' ? unbound(object.fn.target as Obj) : object);

/** Whether requests of other routes come by as well: those of another method, or of a longer path. */
const coversOthers = (method: string, path: Path): boolean =>
  method === 'ALL' || path.raw.some((part) => part.kind === 'regexp' || (part.kind === 'text' && part.text.includes('*')));

/** Whether a function can pass a request on: its third parameter is what it would call. What is not known may. */
function takesContinuation(value: Value): boolean {
  if (value.kind !== 'object') return value.kind === 'unknown' || value.kind === 'oneOf';
  const { fn } = unbound(value as Obj);
  return fn != null && (fn.kind !== 'closure' || fn.node.parameters.length > 2 || fn.node.parameters.some((parameter) => parameter.dotDotDotToken !== undefined));
}

/** The handler behind wrappers: `catchAsync(controller.create)` is `create`. */
function describeHandler(evaluator: Evaluator, value: Value, frame: Frame | null, depth = 0): Described {
  if (value.kind === 'oneOf') return describeHandler(evaluator, value.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED, frame, depth);
  if (value.kind === 'unknown') {
    const wrapped = value.provenance?.args?.find((arg) => arg.kind === 'object' && (arg as Obj).fn);
    if (wrapped && depth < 4) return describeHandler(evaluator, wrapped, frame, depth + 1);
    return { name: value.provenance ? packageMemberName(value.provenance) : '', place: value.origin?.span ?? null };
  }
  if (value.kind !== 'object') return { name: '', place: value.origin?.span ?? null };
  const object = unbound(value as Obj);
  if (object.fn?.kind === 'native' && object.fn.standsFor) return { name: ownName(object), place: object.origin?.span ?? null };
  const factory = factoryOf(object, frame);
  const wrapped = factory?.args.find((arg) => arg.kind === 'object' && (arg as Obj).fn && !(arg as Obj).host && (arg as Obj).fn!.kind !== 'class');
  if (wrapped && depth < 4) return describeHandler(evaluator, wrapped, frame, depth + 1);
  return { name: ownName(object) || (factory ? ownName(factory.fn!) : ''), place: object.origin?.span ?? null };
}
