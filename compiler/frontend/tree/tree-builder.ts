import {
  diagnosticId,
  handlerId,
  itemId,
  middlewareId,
  routerId,
  type Catalogue,
  type ChainLink,
  type DiagnosticId,
  type Handler,
  type HandlerId,
  type Item,
  type ItemId,
  type Middleware,
  type MiddlewareId,
  type Path,
  type Program,
  type Router,
  type RouterId,
  type Span,
} from '@tool/ir';
import type { Emit, Observe, RouterInit, Value } from '@tool/scanner-sdk';
import {
  Guard,
  UNDEFINED,
  type HandedOver,
  evaluatorDiagnostics,
  type Evaluator,
  type Frame,
  type Obj,
  type Site,
} from '../../evaluator/index.js';
import type { Behaviours } from '../requests/behaviours.js';
import { FactsOfBodies } from '../bodies/facts-of-bodies.js';
import { CallEmit } from './call-emit.js';
import { pathDiagnostics } from '../diagnostics.js';
import { describeHandler, describeMiddleware, literalArguments, takesContinuation, variableName } from './function-names.js';
import { nestedItems, type GuardedItem } from './guarded-items.js';
import { factsBesides, mayHandOn, placedBelow, prefixesOf, type Asked, type RouteItem, type UseItem } from './handed-over.js';
import { pathOfValue } from './path-of-value.js';
import { Reports, type Reporter } from './reports.js';
import { routeChains, type RouteChain } from './route-chains.js';

interface RouterRecord {
  readonly id: RouterId;
  init: RouterInit;
  readonly site: Site;
  readonly guard: Guard | null;
  readonly items: { -readonly [Key in keyof GuardedItem]: GuardedItem[Key] }[];
  /** Where the first route of each method and path as written stands among the items. */
  readonly routes: Map<string, number>;
  root: boolean;
  /** The program that made it a root: what another one adds is there only when that one is started. */
  servedBy: string | null;
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
  /** What beside the function decides how it is run, as the adapter says. */
  readonly runsAs?: (() => readonly unknown[]) | undefined;
}

/** Steps for what an adapter evaluates when the programs have run. */
const SETTLE_FUEL = 4_000_000;

/** Collects what transfer functions emit and makes the RouteTree of it. The only producer of IR. */
export class TreeBuilder implements Reporter {
  private readonly routers: RouterRecord[] = [];
  /** How to run what was registered on a request, for the adapters that say so. */
  readonly observed: Observed[] = [];
  private readonly observedHandlers = new Map<HandlerId, Observed>();
  private readonly byId = new Map<RouterId, RouterRecord>();
  private readonly handlers: Handler[] = [];
  private readonly middlewares: { id: MiddlewareId; value: Value; build: () => Middleware }[] = [];
  /** By function, and what it is called on. */
  private readonly handlerIds = new Map<Value, Map<Value | undefined, HandlerId>>();
  private readonly handlerValues = new Map<HandlerId, Value>();
  private readonly middlewareIds = new Map<Value, Map<Value | undefined, MiddlewareId>>();
  private readonly reports = new Reports();
  private readonly pathOrigins = new WeakMap<Path, readonly Span[]>();
  private readonly roots: RouterId[] = [];
  private items = 0;
  private program = '';
  /** The file that is running as a program, and the guard of what it adds to servers of programs before it. */
  private started = '';
  private besides: Guard | null = null;
  private readonly atEnd: {
    readonly run: (last: boolean) => void;
    readonly guard: Guard | null;
    readonly site: Site;
    readonly started: string;
  }[] = [];

  constructor(
    private readonly evaluator: () => Evaluator,
    private readonly spanOfNode: (module: Site['module'], node: Site['node']) => Span,
  ) {}

  /** Some application has something registered on it. @param program only those that this package's programs made, or what lies in its folder */
  servesRoutes(program?: string): boolean {
    const hasRoutes = (items: RouterRecord['items']): boolean => items.some(({ item }) => item.kind === 'route' || item.kind === 'mount');
    const isOf = (router: RouterRecord): boolean =>
      program === undefined || router.program === program || router.file.startsWith(`${program}/`);
    return this.routers.some((router) => isOf(router) && (router.init.application || router.root) && hasRoutes(router.items));
  }

  get routeCount(): number {
    return this.routers.reduce((sum, router) => sum + router.items.length, 0);
  }
  get routerCount(): number {
    return this.routers.length;
  }

  routeChains(): RouteChain[] {
    return routeChains(this.routers, new Set([...this.roots, ...this.unmountedApplications()]));
  }

  /** While handlers are run nothing is registered any more: what goes wrong there is no loss of routes. */
  muted = false;
  /** Routes of modules that a function which serves requests was the first to need, by file: where the first is, and how many there are. */
  private readonly lateRoutes = new Map<string, { readonly first: Site; count: number }>();

  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId {
    return this.muted ? diagnosticId(0) : this.reports.report(catalogue, code, args, site);
  }

  /** Asks those who wait for the end of the programs to register what they have. */
  settle(last: boolean): void {
    const evaluator = this.evaluator();
    for (let index = 0; index < this.atEnd.length; index++) {
      const { run, guard, site, started } = this.atEnd[index]!;
      const outer = evaluator.guard;
      evaluator.guard = guard;
      this.started = started;
      this.besides = null;
      try {
        evaluator.guarded('what an adapter registers in the end', site, SETTLE_FUEL, () => run(last));
      } finally {
        evaluator.guard = outer;
      }
    }
  }

  /** Middlewares that hand requests to routes of a package, and let them go on there. */
  private readonly handing = new Map<MiddlewareId, Asked>();

  /** Registers what answers the requests that functions hand to a package: `all('/rpc/*', (c) => fetchRequestHandler({ router, … }))`. */
  handOn(ask: (entry: Observed) => Asked): void {
    const observed = new Map<string, Observed>(this.observed.map((entry) => [entry.id, entry]));
    const evaluator = this.evaluator();
    let isOther = false;
    for (const router of [...this.routers])
      for (let at = 0; at < router.items.length; at++) {
        const { item, guard } = router.items[at]!;
        const entry =
          item.kind === 'use' || item.kind === 'route' ? observed.get(item.kind === 'use' ? item.middleware : item.handler) : null;
        if (!entry?.observe || !mayHandOn(item)) continue;
        const asked = ask(entry);
        const { handed, isGuard } = asked;
        if (handed.length === 0) continue;
        const outer = evaluator.guard;
        evaluator.guard = guard;
        const placed = handed.flatMap(({ to, site }) => this.routesOf(to, site, item, router));
        const own =
          placed.length > 0 && isGuard && item.kind === 'route'
            ? this.emit(entry.site).middleware(entry.value, { observe: entry.observe, ...(entry.runsAs && { runsAs: entry.runsAs }) })
            : null;
        evaluator.guard = outer;
        if (placed.length === 0) continue;
        const passes = item.kind === 'use' ? item.middleware : own;
        if (passes !== null) this.handing.set(passes, asked);
        const routes = placed.map((route) => ({
          item: own === null ? route : { ...route, chain: [{ middleware: own }, ...route.chain] },
          guard,
        }));
        isOther = true;
        router.items.splice(item.kind === 'use' ? at + 1 : at, item.kind === 'use' ? 0 : 1, ...routes);
        at += routes.length - (item.kind === 'use' ? 0 : 1);
      }
    if (isOther) this.renumber();
  }

  /** The routes that a function hands requests to, as they lie on the router that it is registered on. */
  private routesOf(to: HandedOver, site: Site, item: Item, router: RouterRecord): readonly RouteItem[] {
    if (this.routers.some(({ id, mounted }) => id === to.router && mounted)) return [];
    const id = to.register(this.emit(site));
    const made = id === null ? undefined : this.byId.get(id);
    if (!made) return [];
    made.mounted = true;
    return placedBelow(
      made.items.splice(0).flatMap((each) => (each.item.kind === 'route' ? [each.item] : [])),
      to.below,
      item as RouteItem | UseItem,
      () => prefixesOf(router, this.routers),
    );
  }

  /** Numbers all items anew where some were put between others: they stand in the order in which they were registered. */
  private renumber(): void {
    const all = this.routers.flatMap(({ items }) => items);
    const order = (id: ItemId): number => Number(id.slice(1));
    all.sort((one, other) => order(one.item.id) - order(other.item.id));
    this.items = 0;
    for (const each of all) each.item = { ...each.item, id: itemId(this.items++) };
  }

  /** What is made from here on belongs to this package. @param file what is started, as the project calls it */
  startProgram(folder: string, file: string): void {
    this.program = folder;
    this.started = file;
    this.besides = null;
  }

  /** Programs that start the same server are alternatives: what a later one adds is there only where it is the one that is started. */
  private guardFor(router: RouterRecord, site: Site): Guard | null {
    const evaluator = this.evaluator();
    if (evaluator.guard !== null || router.servedBy === null || router.servedBy === this.started) return evaluator.guard;
    if (!this.besides) {
      const branch = evaluator.branchInfo(site, site.node, `${this.started} starts the server`, 'configuration', 1, false);
      this.besides = new Guard(null, branch, 0);
    }
    return this.besides;
  }

  /** Platforms that start a module serve what it exports: an application is a root, unless it is a router that has to be mounted. */
  serve(id: RouterId): void {
    const router = this.byId.get(id);
    if (router?.init.application && !router.root) {
      router.root = true;
      this.roots.push(id);
    }
  }

  /** The `emit` of one call, made when the call first emits: most calls into models never do. */
  emit(site: Site): Emit {
    return new CallEmit(() => this.makeEmit(site));
  }

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
      const to = record(router);
      to.items.push({ item: make(itemId(this.items++)), guard: this.guardFor(to, site) });
    };
    const place = site.span;
    const emit: Emit = {
      router: (init) => {
        evaluator.effects++;
        const id = routerId(this.routers.length);
        const router: RouterRecord = {
          id,
          init,
          site,
          guard: evaluator.guard,
          items: [],
          routes: new Map(),
          root: false,
          servedBy: null,
          mounted: false,
          file: site.module.file,
          program: this.program,
        };
        if (!this.muted) this.routers.push(router);
        this.byId.set(id, router);
        return id;
      },
      configure: (id, change) => {
        const router = record(id);
        router.init = { ...router.init, ...change };
      },
      root: (id) => {
        evaluator.effects++;
        const router = record(id);
        if (!router.root && !this.muted) {
          router.root = true;
          router.servedBy = this.started;
          this.roots.push(id);
        }
      },
      path: (value, syntax) => {
        const { path, origins } = pathOfValue(value, syntax, {
          lost: (why) => this.report(pathDiagnostics, 'unknown-path', { why }, site),
          example: (name) => this.exampleVariable(name, site),
        });
        this.pathOrigins.set(path, origins);
        return path;
      },
      hasHole: (path) => path.raw.some((part) => part.kind === 'hole'),
      middleware: (value, init) => {
        let id = this.middlewareIds.get(value)?.get(init?.on);
        if (id === undefined && this.muted) return middlewareId(this.middlewares.length);
        if (id === undefined) {
          id = middlewareId(this.middlewares.length);
          const made = id;
          const frame = site.frame;
          this.middlewares.push({ id, value, build: () => this.buildMiddleware(made, value, init, place, frame) });
          if (value.kind === 'object')
            this.middlewareIds.set(value, (this.middlewareIds.get(value) ?? new Map<Value | undefined, MiddlewareId>()).set(init?.on, id));
          if (init?.observe || init?.observeError)
            this.observed.push({
              id,
              role: 'middleware',
              value,
              site,
              observe: init.observe,
              observeError: init.observeError,
              runsAs: init.runsAs,
            });
        }
        return id;
      },
      handler: (value, init) => {
        let id = this.handlerIds.get(value)?.get(init?.on);
        if (id === undefined && this.muted) return handlerId(this.handlers.length);
        if (id === undefined) {
          id = handlerId(this.handlers.length);
          const described = describeHandler(evaluator, value, site.frame);
          this.handlers.push({ id, name: init?.name ?? described.name, place: described.place ?? place });
          this.handlerValues.set(id, value);
          if (value.kind === 'object')
            this.handlerIds.set(value, (this.handlerIds.get(value) ?? new Map<Value | undefined, HandlerId>()).set(init?.on, id));
          if (init?.observe) {
            const observed: Observed = { id, role: 'handler', value, site, observe: init.observe, runsAs: init.runsAs };
            this.observed.push(observed);
            this.observedHandlers.set(id, observed);
          }
        }
        return id;
      },
      use: (router, item) =>
        add(router, (id) => ({
          kind: 'use',
          id,
          path: item.path,
          middleware: item.middleware,
          ...(item.phase !== undefined && { phase: item.phase }),
          place,
        })),
      mount: (router, item) => {
        const target = record(item.target);
        target.mounted = true;
        add(router, (id) => ({
          kind: 'mount',
          id,
          path: item.path,
          target: item.target,
          scope: item.scope,
          ...(item.approximate !== undefined && { approximate: item.approximate }),
          place,
        }));
      },
      route: (router, item) => {
        if (this.muted) {
          if (evaluator.observer === null) this.noteLateRoute(site);
          return;
        }
        const middlewareOf = (id: HandlerId, passesOn?: true): MiddlewareId | undefined => {
          const handler = this.handlerValues.get(id);
          if (handler === undefined || !(passesOn || takesContinuation(handler))) return undefined;
          const { observe, runsAs } = this.observedHandlers.get(id) ?? {};
          return emit.middleware(handler, observe && { observe, ...(runsAs && { runsAs }) });
        };
        const asMiddleware = coversOthers(item.method, item.path) ? middlewareOf(item.handler, item.passesOn) : undefined;
        const { items, routes } = record(router);
        const key = `${item.method} ${item.path.raw.map((part) => (part.kind === 'text' ? part.text.replace(/:\w+/g, ':') : `<${part.kind}>`)).join('')}`;
        const first = routes.get(key);
        if (first === undefined || item.passesOn) routes.set(key, items.length);
        // Its handler runs in front of this one, for the same requests.
        if (first !== undefined) {
          const earlier = items[first];
          const before =
            earlier?.item.kind === 'route'
              ? (earlier.item.asMiddleware ?? middlewareOf(earlier.item.handler, earlier.item.passesOn))
              : undefined;
          if (earlier?.item.kind === 'route' && before !== undefined) earlier.item = { ...earlier.item, asMiddleware: before };
        }
        add(router, (id) => ({
          kind: 'route',
          id,
          method: item.method,
          path: item.path,
          chain: item.chain.map((link): ChainLink => (typeof link === 'string' ? { middleware: link } : link)),
          handler: item.handler,
          ...(asMiddleware !== undefined && { asMiddleware }),
          ...(item.passesOn && { passesOn: item.passesOn }),
          ...(item.contract && {
            contract: {
              refinements: item.contract.refinements.map((entry) => ({ ...entry, place })),
              answers: item.contract.answers.map((entry) => ({ ...entry, place })),
              ...(item.contract.rateLimit !== undefined && { rateLimit: item.contract.rateLimit }),
            },
          }),
          place,
          via: this.framesOf(site.frame),
          rows: this.pathOrigins.get(item.path) ?? [],
        }));
      },
      opaque: (router, item) => {
        // What is mounted somewhere unknown is mounted: it serves nothing without its prefix.
        if (item.target !== undefined) record(item.target).mounted = true;
        add(router, (id) => ({
          kind: 'opaque',
          id,
          what: item.what,
          diagnostic: item.diagnostic,
          ...(item.path && { path: item.path }),
          ...(item.method !== undefined && { method: item.method }),
          ...(item.target !== undefined && { target: item.target }),
          place,
        }));
      },
      branch: (value, run) => {
        evaluator.eachAlternative(evaluator.contextOf(site), site.node, value, (alternative) => {
          run(alternative);
          return UNDEFINED;
        });
      },
      atEnd: (run) => {
        if (!this.muted) this.atEnd.push({ run, guard: evaluator.guard, site, started: this.started });
      },
      report: (catalogue, code, args) => this.report(catalogue, code, args, site),
    };
    return emit;
  }

  private exampleVariable(name: string, site: Site): string | null {
    const shown = this.evaluator().host.exampleVariable(name);
    if (shown) this.report(evaluatorDiagnostics, 'example-variable', { name, file: shown.file }, site);
    return shown?.value ?? null;
  }

  private framesOf(frame: Frame | null): Span[] {
    const spans: Span[] = [];
    for (let current = frame; current; current = current.parent)
      if (current.callNode && current.callModule && spans.length < 24) {
        const span = this.spanOfNode(current.callModule, current.callNode);
        const last = spans.at(-1);
        if (!last || last.file !== span.file || last.line !== span.line || last.column !== span.column) spans.push(span);
      }
    return spans;
  }

  private buildMiddleware(
    id: MiddlewareId,
    value: Value,
    init: Parameters<Emit['middleware']>[1],
    place: Span,
    frame: Frame | null,
  ): Middleware {
    const evaluator = this.evaluator();
    const described = describeMiddleware(evaluator, value, frame);
    const made = init?.arguments ? literalArguments(evaluator, init.arguments) : described.arguments;
    const stated = init?.facts;
    const found = typeof stated !== 'object' && value.kind === 'object' ? this.facts!.of(value as Obj) : undefined;
    const known = typeof stated === 'function' ? found && stated(found) : (stated ?? found);
    const asked = this.handing.get(id);
    const facts = known && asked ? factsBesides(known, asked) : known;
    return {
      id,
      name: init?.name ?? (described.name || (init?.otherwise ?? '')),
      place: described.place ?? place,
      ...(described.origin && { origin: described.origin }),
      ...(made && { arguments: made }),
      ...(facts && { facts }),
      ...(init?.type !== undefined && { type: init.type }),
    };
  }

  /** Whether this router answers requests: made an application, never mounted, and nothing else is known of it. */
  private unmountedApplications(): RouterId[] {
    const serving = new Set(this.routers.filter((router) => router.root).map((router) => `${router.program} ${router.init.framework}`));
    const alone = ({ init, program }: RouterRecord): boolean =>
      init.application !== 'unless-another-serves' || !serving.has(`${program} ${init.framework}`);
    return this.routers
      .filter((router) => router.init.application && !router.root && !router.mounted && alone(router))
      .map((router) => router.id);
  }

  /**
   * Code without a manifest is a piece of a project: a router that nothing in it mounts is mounted by code that is elsewhere. It is
   * modelled at its own paths, under the condition that somebody does.
   */
  private mountedElsewhere(isFragment: (file: string) => boolean): ReadonlySet<RouterRecord> {
    return new Set(
      this.routers.filter(
        (router) =>
          !router.init.application && !router.root && !router.mounted && router.items.length > 0 && isFragment(router.site.module.file),
      ),
    );
  }

  /** What the set-up has made: what is reported, and how many items there are. */
  remember(): { readonly diagnostics: number; readonly items: number } {
    return { diagnostics: this.reports.all.length, items: this.items };
  }

  /** Back to what the set-up had made, before another `build`. */
  recall({ diagnostics, items }: ReturnType<TreeBuilder['remember']>): void {
    this.reports.keepFirst(diagnostics);
    this.items = items;
  }

  /** Set while the tree is built. */
  private facts: FactsOfBodies | null = null;
  /** Modules that only a look at what functions call has run. */
  private readonly runByLooking = new Set<string>();

  /**
   * @param isFragment of the code of a file no manifest says what starts it
   * @param behaviours what the functions do; what they need has been run by the program
   */
  build(isFragment: (file: string) => boolean = () => false, behaviours: Behaviours | null = null): Program {
    const done = (): string[] => [...this.evaluator().modules].flatMap(([file, { state }]) => (state === 'done' ? [file] : []));
    if (behaviours) for (const { uses } of behaviours.log.runs.values()) for (const file of uses.modules) this.runByLooking.delete(file);
    // With those that only a look has run a second look would see more.
    const run = new Set(done().filter((file) => !this.runByLooking.has(file)));
    this.facts = new FactsOfBodies({ evaluator: this.evaluator(), hasRun: (file) => run.has(file) });
    const program = this.made(isFragment, behaviours);
    this.facts = null;
    for (const file of done()) if (!run.has(file)) this.runByLooking.add(file);
    return program;
  }

  private noteLateRoute(site: Site): void {
    const known = this.lateRoutes.get(site.span.file);
    if (known) known.count++;
    else this.lateRoutes.set(site.span.file, { first: site, count: 1 });
  }

  private reportLateRoutes(): void {
    for (const { first, count } of this.lateRoutes.values())
      this.report(pathDiagnostics, 'late-routes', { routes: count === 1 ? 'a route' : `${count} routes` }, first);
  }

  private made(isFragment: (file: string) => boolean, behaviours: Behaviours | null): Program {
    this.reportLateRoutes();
    const elsewhere = this.mountedElsewhere(isFragment);
    for (const router of elsewhere)
      this.report(pathDiagnostics, 'router-of-a-fragment', { router: router.init.name ?? variableName(router.site) }, router.site);
    const roots = [...this.roots, ...this.unmountedApplications(), ...[...elsewhere].map((router) => router.id)];
    const items = (router: RouterRecord): Item[] => {
      const nested = nestedItems(router.items, router.guard, {
        nextId: () => this.items++,
        placeOf: (branch) => this.spanOfNode(branch.module, branch.node),
      });
      return elsewhere.has(router)
        ? [
            {
              kind: 'branch',
              id: itemId(this.items++),
              condition: 'code that is not in this folder mounts the router',
              cause: 'unknown',
              arms: [nested],
              exhaustive: false,
              place: router.site.span,
            },
          ]
        : nested;
    };
    return {
      kind: 'program',
      routers: this.routers.map((router): Router => ({
        id: router.id,
        framework: router.init.framework,
        name: router.init.name ?? variableName(router.site),
        place: router.site.span,
        syntax: router.init.syntax,
        caseSensitive: router.init.caseSensitive ?? false,
        strict: router.init.strict ?? false,
        items: items(router),
      })),
      handlers: this.handlers.map((handler) => withBehaviour(handler, behaviours)),
      middlewares: this.middlewares.map((entry) => withBehaviour(entry.build(), behaviours)),
      ...(behaviours && behaviours.errors.length > 0 && { errors: behaviours.errors, errorHandling: behaviours.handling }),
      roots,
      diagnostics: this.reports.all,
    };
  }
}

const withBehaviour = <Node extends Handler | Middleware>(node: Node, behaviours: Behaviours | null): Node => {
  const behaviour = behaviours?.of.get(node.id);
  return behaviour ? { ...node, behaviour } : node;
};

/** Whether requests of other routes come by as well: those of another method, or of a longer path. */
const coversOthers = (method: string, path: Path): boolean =>
  method === 'ALL' || path.raw.some((part) => part.kind === 'regexp' || (part.kind === 'text' && part.text.includes('*')));
