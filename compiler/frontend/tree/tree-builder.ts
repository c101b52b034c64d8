import {
  diagnosticId,
  printPlace,
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
import type { Emit } from '@tool/scanner-sdk';
import { Guard, UNDEFINED, evaluatorDiagnostics, type Evaluator, type Frame, type Site } from '../../evaluator/index.js';
import type { Behaviours } from '../requests/behaviours.js';
import { FactsOfBodies } from '../bodies/facts-of-bodies.js';
import { CallEmit } from './call-emit.js';
import { pathDiagnostics } from '../diagnostics.js';
import { variableName } from './function-names.js';
import { nestedItems, PlainItems } from './guarded-items.js';
import { handOn } from './hand-on.js';
import type { Asked } from './handed-over.js';
import { pathOfValue } from './path-of-value.js';
import { RegisteredFunctions, type Observed } from './registered-functions.js';
import { RegisteredRouters, isThereAlready, type RegisteredRouter } from './registered-routers.js';
import { Reports, type Reporter } from './reports.js';
import { repeatedFunctions, repeatedRoutes } from './repeated-routes.js';
import { routeChains, type RouteChain } from './route-chains.js';
import { routesInFront, type RoutesInFront } from './routes-in-front.js';
import { givenFunctions } from './unseen-registrations.js';

/** Steps for what an adapter evaluates when the programs have run. */
const SETTLE_FUEL = 4_000_000;

/** Collects what transfer functions emit and makes the RouteTree of it. The only producer of IR. */
export class TreeBuilder implements Reporter {
  private readonly routers = new RegisteredRouters();
  private readonly functions = new RegisteredFunctions(() => this.evaluator());
  private readonly reports = new Reports();
  private readonly pathOrigins = new WeakMap<Path, readonly Span[]>();
  private program = '';
  /** The file that is running as a program, and the guard of what it adds to servers of programs before it. */
  private started = '';
  private besides: Guard | null = null;
  /** Routers that other programs have made, and whether one of these is an application of the same package. */
  private madeBefore = 0;
  private isBesideApplication = false;
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

  /** How to run what was registered on a request, for the adapters that say so. */
  get observed(): readonly Observed[] {
    return this.functions.observed;
  }

  /** As `RegisteredRouters.serveRoutes`. */
  servesRoutes(program?: string): boolean {
    return this.routers.serveRoutes(program);
  }
  get routeCount(): number {
    return this.routers.all.reduce((sum, router) => sum + router.items.length, 0);
  }
  get routerCount(): number {
    return this.routers.all.length;
  }

  routeChains(): RouteChain[] {
    return routeChains(this.routers.kept, new Set(this.served()), this.fronts);
  }

  /** Functions of servers that are made again, each with the one that stands for it. */
  repeated(chains: readonly RouteChain[]): ReadonlyMap<Observed['id'], Observed['id']> {
    const { functions } = this;
    const routes = repeatedRoutes(this.routers.kept, this.served(), (id) => functions.codeOf(id));
    const observed = new Map(functions.observed.map((entry) => [entry.id, entry]));
    return repeatedFunctions(chains, routes, (id) => {
      const entry = observed.get(id);
      return entry && [entry.role, functions.codeOf(id), entry.site.node];
    });
  }

  private served(): RouterId[] {
    return [...this.routers.roots, ...this.routers.unmountedApplications()];
  }

  /** For each route those that stand in front of it, in their order. */
  private fronts: RoutesInFront = new Map();
  /** The programs have run: a handler that can hand on what other routes answer is what a middleware is for these. */
  settleRoutesInFront(): void {
    this.fronts = routesInFront(this.routers.kept, this.served(), (route) => this.functions.handlerInFront(route.handler, route.passesOn));
  }

  /** While handlers are run nothing is registered any more: what goes wrong there is no loss of routes, unless it goes wrong in the scanner. */
  muted = false;
  /** Routes of modules that a function which serves requests was the first to need, by file: where the first is, and how many there are. */
  private readonly lateRoutes = new Map<string, { readonly first: Site; count: number }>();

  report(catalogue: Catalogue, code: string, args: Readonly<Record<string, string>>, site: Site | null): DiagnosticId {
    return this.muted && code !== 'crash' && code !== 'syntax-error' ? diagnosticId(0) : this.reports.report(catalogue, code, args, site);
  }

  /** Asks those who wait for the end of the programs to register what they have. */
  settle(last: boolean): void {
    const evaluator = this.evaluator();
    this.isBesideApplication = false;
    evaluator.fuel.regainPatience();
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

  /** Registers the routes of packages that functions hand their requests to. */
  handOn(ask: (entry: Observed) => Asked): void {
    handOn({ evaluator: this.evaluator(), routers: this.routers, functions: this.functions, emit: (site) => this.emit(site) }, ask);
  }

  /** What is made from here on belongs to this package. @param file what is started, as the project calls it */
  startProgram(folder: string, file: string): void {
    this.program = folder;
    this.started = file;
    this.besides = null;
    this.madeBefore = this.routerCount;
    this.isBesideApplication = this.routers.all.some(({ program, init }) => program === folder && init.application);
  }

  /** Whether another program of the package has made an application, and the one that runs now no router. */
  get isBesideServer(): boolean {
    return this.isBesideApplication && this.routerCount === this.madeBefore;
  }

  /** Programs that start the same server are alternatives: what a later one adds is there only where it is the one that is started. */
  private guardFor(router: RegisteredRouter, site: Site): Guard | null {
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
    const router = this.routers.find(id);
    if (router?.init.application && !router.root) this.routers.makeRoot(router);
  }

  /** Routes of routers that requests make for themselves: what is lost where a request is given to one. */
  private readonly ofRequests = new Map<RouterId, readonly (readonly [Site, string])[]>();

  /** The `emit` of one call, made when the call first emits: most calls into models never do. */
  emit(site: Site): Emit {
    return new CallEmit(() => this.makeEmit(site));
  }

  private makeEmit(site: Site): Emit {
    const evaluator = this.evaluator();
    const { routers, functions } = this;
    const madeOf = (item: Item): unknown =>
      item.kind === 'mount'
        ? routers.of(item.target).site.node
        : item.kind === 'route'
          ? functions.codeOf(item.handler)
          : item.kind === 'use'
            ? functions.codeOf(item.middleware)
            : null;
    const place = site.span;
    // What a request would register while it is served is no route of the set-up, save for what that has come to as well: a timer.
    const missing = (at: Site, what: string): void => {
      const there = printPlace(at.span);
      if (!routers.all.some(({ items }) => items.some(({ item }) => printPlace(item.place) === there)))
        evaluator.uses?.registered.set(at, what);
    };
    const whileServing = (router: RouterId, what: string): void => {
      if (routers.all.includes(routers.of(router))) missing(site, what);
    };
    const add = (router: RouterId, make: (id: ItemId) => Item): void => {
      if (this.muted) {
        whileServing(router, 'A middleware or a router');
        return;
      }
      evaluator.effects++;
      const to = routers.of(router);
      const guard = this.guardFor(to, site);
      const item = make(routers.nextItem());
      // The server of another program is another one, made by the same calls.
      if (guard !== null && guard === this.besides && isThereAlready(to.items, item, madeOf)) {
        if (item.kind === 'mount') routers.forget(item.target);
        return;
      }
      if (item.kind === 'mount' && !routers.isKept(to)) routers.forget(item.target);
      to.items.push({ item, guard, plainArms: evaluator.plainArms });
    };
    const emit: Emit = {
      router: (init) => {
        evaluator.effects++;
        const id = routerId(routers.all.length);
        const router: RegisteredRouter = {
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
        routers.add(router, !this.muted);
        this.ofRequests.delete(id);
        return id;
      },
      configure: (id, change) => {
        const router = routers.of(id);
        router.init = { ...router.init, ...change };
      },
      root: (id) => {
        evaluator.effects++;
        const router = routers.of(id);
        if (this.muted) for (const [at, what] of this.ofRequests.get(id) ?? []) missing(at, what);
        if (!router.root && !this.muted) {
          router.servedBy = this.started;
          routers.makeRoot(router);
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
      middleware: (value, init) => functions.middleware(value, init, site, !this.muted),
      handler: (value, init) => {
        if (value.kind === 'unknown' && value.provenance && !init?.observe && givenFunctions(value.provenance.args))
          this.report(pathDiagnostics, 'unseen-handler', { module: value.provenance.module }, site);
        return functions.handler(value, init, site, !this.muted);
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
        const target = routers.of(item.target);
        target.mounted = true;
        add(router, (id) => ({
          kind: 'mount',
          id,
          path: item.path,
          target: item.target,
          scope: item.scope,
          ...(item.only && { only: item.only }),
          ...(item.approximate !== undefined && { approximate: item.approximate }),
          place,
        }));
      },
      route: (router, item) => {
        if (this.muted) {
          const what = `${item.method} ${shownPath(item.path)}`;
          if (evaluator.observer === null) this.noteLateRoute(site);
          else if (routers.all.includes(routers.of(router))) whileServing(router, what);
          else this.ofRequests.set(router, [...(this.ofRequests.get(router) ?? []), [site, what]]);
          return;
        }
        const inFront = (id: HandlerId, passesOn?: true): MiddlewareId | undefined => functions.handlerInFront(id, passesOn) ?? undefined;
        const asMiddleware = coversOthers(item.method, item.path) ? inFront(item.handler, item.passesOn) : undefined;
        const { items, routes } = routers.of(router);
        const key = `${item.method} ${item.path.raw.map((part) => (part.kind === 'text' ? part.text.replace(/:\w+/g, ':') : `<${part.kind}>`)).join('')}`;
        const first = routes.get(key);
        if (first === undefined || item.passesOn) routes.set(key, items.length);
        // Its handler runs in front of this one, for the same requests.
        if (first !== undefined) {
          const earlier = items[first];
          const before =
            earlier?.item.kind === 'route'
              ? (earlier.item.asMiddleware ?? inFront(earlier.item.handler, earlier.item.passesOn))
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
          ...(item.inFront && { inFront: item.inFront }),
          ...(item.contract && {
            contract: {
              refinements: item.contract.refinements.map((entry) => ({ ...entry, place })),
              answers: item.contract.answers.map((entry) => ({ ...entry, place })),
              ...(item.contract.rateLimit !== undefined && { rateLimit: item.contract.rateLimit }),
              ...(item.contract.config !== undefined && { config: item.contract.config }),
            },
          }),
          place,
          via: this.framesOf(site.frame),
          rows: this.pathOrigins.get(item.path) ?? [],
        }));
        if (item.together && (item.method === 'GET' || item.method === 'HEAD')) this.noteTogether(item.together, items.at(-1)!);
      },
      opaque: (router, item) => {
        // What is mounted somewhere unknown is mounted: it serves nothing without its prefix.
        if (item.target !== undefined) routers.of(item.target).mounted = true;
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

  /** What the set-up has made: what is reported, and how many items there are. */
  remember(): { readonly diagnostics: number; readonly items: number } {
    return { diagnostics: this.reports.all.length, items: this.routers.numbered };
  }

  /** Back to what the set-up had made, before another `build`. */
  recall({ diagnostics, items }: ReturnType<TreeBuilder['remember']>): void {
    this.reports.keepFirst(diagnostics);
    this.routers.numbered = items;
  }

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
    const facts = new FactsOfBodies({ evaluator: this.evaluator(), hasRun: (file) => run.has(file) });
    const program = this.made(isFragment, behaviours, facts);
    for (const file of done()) if (!run.has(file)) this.runByLooking.add(file);
    return program;
  }

  private readonly madeTogether = new WeakMap<object, { item: Item }[]>();
  /** Of routes that were made together those of GET are for no request of HEAD where there is one for these. */
  private noteTogether(on: object, entry: { item: Item }): void {
    const all = [...(this.madeTogether.get(on) ?? []), entry];
    this.madeTogether.set(on, all);
    const routes = all.filter(({ item }) => item.kind === 'route');
    if (!routes.some(({ item }) => item.kind === 'route' && item.method === 'HEAD')) return;
    for (const each of routes) if (each.item.kind === 'route' && each.item.method === 'GET') each.item = { ...each.item, notForHead: true };
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

  private made(isFragment: (file: string) => boolean, behaviours: Behaviours | null, facts: FactsOfBodies): Program {
    const { routers, functions } = this;
    this.reportLateRoutes();
    const elsewhere = routers.mountedElsewhere(isFragment);
    for (const router of elsewhere)
      this.report(pathDiagnostics, 'router-of-a-fragment', { router: router.init.name ?? variableName(router.site) }, router.site);
    const roots = [...routers.roots, ...routers.unmountedApplications(), ...[...elsewhere].map((router) => router.id)];
    const instead = new PlainItems(routers.all.flatMap((router) => router.items));
    const items = (router: RegisteredRouter): Item[] => {
      const nested = nestedItems(router.items, router.guard, {
        nextId: () => routers.numbered++,
        placeOf: (branch) => this.spanOfNode(branch.module, branch.node),
        instead,
      });
      return elsewhere.has(router)
        ? [
            {
              kind: 'branch',
              id: routers.nextItem(),
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
      routers: routers.kept.map((router): Router => ({
        id: router.id,
        framework: router.init.framework,
        name: router.init.name ?? variableName(router.site),
        place: router.site.span,
        syntax: router.init.syntax,
        caseSensitive: router.init.caseSensitive ?? false,
        strict: router.init.strict ?? false,
        items: items(router),
      })),
      handlers: functions.handlers.map((handler) => withBehaviour(handler, behaviours)),
      middlewares: functions.built(facts).map((middleware) => withBehaviour(middleware, behaviours)),
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

/** A path as a message shows it: what only run time knows of it is `…`. */
const shownPath = (path: Path): string =>
  path.raw.map((part) => (part.kind === 'text' ? part.text : part.kind === 'regexp' ? part.source : '…')).join('');

/** Whether requests of other routes come by as well: those of another method, or of a longer path. */
const coversOthers = (method: string, path: Path): boolean =>
  method === 'ALL' || path.raw.some((part) => part.kind === 'regexp' || (part.kind === 'text' && part.text.includes('*')));
