import {
  sameShape,
  type Answer,
  type Behaviour,
  type ChainEntry,
  type Endpoint,
  type ErrorKindId,
  type Evidence,
  type FactSource,
  type Item,
  type Middleware,
  type Place,
  type Program,
  type Read,
  type Refinement,
  type Route,
  type Shape,
} from '@tool/ir';
import { leavesOf } from '../items.js';
import { AskedNodes } from './asked-nodes.js';
import { behindOf } from './behind.js';
import { errorHandlersOf, handled } from './errors.js';
import { isExempt, isLeftOut, isShut, mayHappen } from './exempt.js';

/** Everything that the functions which serve an endpoint say about it, in the order in which they run. */
export interface Facts {
  readonly reads: readonly Read[];
  readonly refinements: readonly Refinement[];
  readonly answers: readonly Answer[];
  readonly behaviours: readonly Behaviour[];
  /** The error handlers that are given the errors of one of them. */
  readonly handlersOf: (behaviour: Behaviour) => readonly ChainEntry[];
  /** One of the functions puts something in the place of what came in: others may find its own. */
  readonly rewrites: boolean;
  /** What one of these functions can count on where it refuses a request: not on what its own code refuses requests for. */
  readonly countedOnBy: (behaviour: Behaviour) => Facts;
}

export interface Tables {
  readonly nodes: AskedNodes;
  readonly routes: ReadonlyMap<string, Route>;
  /** Position of an item among all items, in registration order. */
  readonly order: ReadonlyMap<string, number>;
  /** Error handlers by router, in order. */
  readonly errorUses: ReadonlyMap<string, readonly Extract<Item, { kind: 'use' }>[]>;
  /** Middlewares on one of several ways, of which a request needs to pass one only. */
  readonly onWays: ReadonlySet<string>;
  /** Middlewares that set members of the parts of a request. */
  readonly rewriting: ReadonlySet<string>;
  /** Uses of middlewares that stand in front of all routes behind them. */
  readonly forAll: ReadonlySet<string>;
  readonly frameworks: ReadonlyMap<string, string>;
  /** Middlewares that parse bodies which are no uploads. */
  readonly parsers: ReadonlySet<string>;
  /** Whether some function of the program looks at the files of an upload, once that was asked. */
  readonly lookedAt: Map<Shape, boolean>;
  readonly program: Program;
}

/** Whether a middleware parses bodies of JSON, forms and texts. */
export const isParser = ({ origin }: Pick<Middleware, 'origin'>): boolean =>
  origin !== undefined &&
  /^(?:express|body-parser|co-body|koa-body|koa-bodyparser)$/.test(origin.module) &&
  (origin.module !== 'express' || /\b(?:json|urlencoded|text|raw)\b/.test(origin.path));

const TEXTS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether a function looks at files that came in; `uploads`: as the fields of this record, which texts of JSON may be called like. */
export const looksAtFiles = ({ reads }: Pick<Behaviour, 'reads'>, uploads?: Shape): boolean =>
  reads.some(({ part, path, shape }) =>
    part === 'context'
      ? path[0] === 'files' || path[0] === 'file'
      : part === 'body' &&
        !TEXTS.has((path.length === 1 && shape?.kind) || '') &&
        uploads?.properties?.some(({ name }) => name === path[0]),
  );

function isLookedAt({ lookedAt, program, nodes }: Tables, uploads: Shape): boolean {
  const known =
    lookedAt.get(uploads) ??
    [...program.handlers, ...program.middlewares].some(({ behaviour }) => behaviour && looksAtFiles(behaviour, uploads));
  lookedAt.set(uploads, known);
  nodes.askForAll();
  return known;
}

export function tablesOf(program: Program): Tables {
  const routes = new Map<string, Route>();
  const order = new Map<string, number>();
  const errorUses = new Map<string, Extract<Item, { kind: 'use' }>[]>();
  const forAll = new Set<string>();
  const frameworks = new Map(program.routers.map(({ id, framework }) => [id, framework]));
  for (const router of program.routers)
    for (const item of leavesOf(router.items)) {
      order.set(item.id, order.size);
      if (item.kind === 'route') routes.set(item.id, item);
      if (item.kind === 'use' && item.path.forms?.some((form) => form.length === 0)) forAll.add(item.id);
      if (item.kind === 'use' && item.phase === 'error') {
        const known = errorUses.get(router.id);
        if (known) known.push(item);
        else errorUses.set(router.id, [item]);
      }
    }
  const onWays = new Set(program.middlewares.flatMap(({ id, ways }) => (ways ? [id] : [])));
  const rewriting = new Set(program.middlewares.flatMap(({ id, facts }) => (facts?.sets.some((name) => PARTS.has(name)) ? [id] : [])));
  const parsers = new Set(program.middlewares.flatMap((middleware) => (isParser(middleware) ? [middleware.id] : [])));
  return {
    nodes: new AskedNodes(program),
    routes,
    order,
    errorUses,
    onWays,
    rewriting,
    forAll,
    frameworks,
    parsers,
    lookedAt: new Map(),
    program,
  };
}

/** What frameworks call the parts of a request, and what holds them. */
const PARTS: ReadonlySet<string> = new Set(['query', 'body', 'params', 'headers', 'cookies', 'request', 'req', 'raw']);

/** What runs for an endpoint for certain and what it states itself; a middleware that only a configuration adds says nothing. */
export function factsOf(endpoint: Endpoint, tables: Tables): Facts {
  const chain = endpoint.chain.filter((entry) => !entry.conditional && entry.phase !== 'error');
  const shut =
    chain.findIndex((entry) => {
      const behaviour = tables.nodes.behaviour(entry.middleware) ?? NOTHING;
      // `app.options('*', cors(), handler)`: the question of a browser has its answer.
      const isAnswered = endpoint.method === 'OPTIONS' && entry.item === undefined && !behaviour.passesOn && !behaviour.mayAnswer;
      return (isAnswered && behaviour.answers.some(({ status }) => status !== null)) || isShut(behaviour, endpoint, entry, tables.program);
    }) + 1;
  const served = shut ? chain.slice(0, shut) : chain;
  const entries = new Map((shut ? served : [...served, null]).map((entry) => [towards(endpoint, entry, tables), entry] as const));
  const leavesRoute = chain.some(({ item, middleware }) => item === undefined && tables.nodes.behaviour(middleware)?.leavesRoute);
  if (!shut && (leavesRoute || tables.nodes.behaviour(endpoint.handler)?.passesOn))
    for (const entry of behindOf(endpoint, tables)) {
      const { answers, failures, passesOn } = towards(endpoint, entry, tables) ?? NOTHING;
      entries.set({ ...NOTHING, answers, failures, passesOn }, entry);
    }
  const behaviours = [...entries.keys()].filter((behaviour) => behaviour !== undefined);
  const others = chain.filter(({ middleware }) => tables.parsers.has(middleware));
  const isParsedOtherwise = others.some(({ item }) => item === undefined);
  // A parser of uploads in front of everything takes none where nobody looks at the files and another parser reads what comes.
  const isOfNobody = ({ part, shape }: Refinement, behaviour: Behaviour): boolean =>
    part === 'body' &&
    others.length > 0 &&
    isFile(shape) &&
    tables.forAll.has(entries.get(behaviour)?.item ?? '') &&
    !behaviours.some((each) => looksAtFiles(each, shape)) &&
    (isParsedOtherwise || isLookedAt(tables, shape));
  // Nobody sends a body with a method that has none because something in front of routes of all methods looks into one.
  const isOfOthers = ({ part, source }: Refinement, behaviour: Behaviour): boolean =>
    part === 'body' && BODILESS.has(endpoint.method) && !!entries.get(behaviour) && source !== 'validator' && source !== 'schema';
  const stated = shut ? undefined : tables.routes.get(endpoint.trail.at(-1)!.item)?.contract;
  const handlersOf = (behaviour: Behaviour): readonly ChainEntry[] => errorHandlersOf(endpoint, tables, entries.get(behaviour));
  const refused = new Map(behaviours.map((behaviour) => [behaviour, refusals(endpoint, tables, () => handlersOf(behaviour))]));
  const facts = (refusing: Behaviour | null): Facts => ({
    reads: behaviours.flatMap((behaviour) =>
      behaviour.reads.map((read) =>
        behaviour === refusing && read.source === 'code'
          ? undemanded(read)
          : !read.required && read.refusedBy?.every(refused.get(behaviour)!)
            ? { ...read, required: true }
            : read,
      ),
    ),
    refinements: [
      ...(stated?.refinements ?? []),
      ...behaviours.flatMap((behaviour) =>
        carried(
          endpoint,
          behaviour.refinements.filter(
            (each) =>
              (each.refusedBy?.every(refused.get(behaviour)!) ?? true) && !isOfNobody(each, behaviour) && !isOfOthers(each, behaviour),
          ),
        ).map((refinement) => (behaviour === refusing && refinement.source === 'code' ? undemanded(refinement) : refinement)),
      ),
    ],
    answers: [...(stated?.answers ?? []), ...behaviours.flatMap((behaviour) => behaviour.answers)],
    behaviours,
    handlersOf,
    rewrites: served.some(({ middleware }) => tables.rewriting.has(middleware)),
    countedOnBy: facts,
  });
  return facts(null);
}

/** A file, several of them, or a record of nothing else. */
const isFile = ({ kind, items, properties = [] }: Shape): boolean =>
  kind === 'file' || items?.kind === 'file' || (properties.length > 0 && properties.every(({ shape }) => isFile(shape)));

const NOTHING: Behaviour = { reads: [], refinements: [], answers: [], failures: [], data: [], passesOn: true, leaves: [] };

const undemanded = <Fact extends Pick<Read, 'required' | 'refusedBy'>>({ required: _required, refusedBy: _refusedBy, ...fact }: Fact) =>
  fact;

/** What a function of the chain, or (null) the handler, does with requests to the endpoint. */
function towards(endpoint: Endpoint, entry: ChainEntry | null, tables: Tables): Behaviour | undefined {
  const own = tables.nodes.behaviour(entry?.middleware ?? endpoint.handler);
  if (!own) return undefined;
  const behaviour = ofWholes(ofParts(own, endpoint), entry !== null);
  const happens = (each: Pick<Answer, 'when'>): boolean => mayHappen(each, endpoint, entry, tables.program);
  const { reads, refinements, answers, failures } = behaviour;
  if (entry && isLeftOut(behaviour, endpoint)) return undemanding(behaviour, []);
  if (entry && isExempt(behaviour, endpoint, entry, tables.program)) return undemanding(behaviour, reads.filter(happens));
  // Whom it refuses may pass on another way.
  if (entry && tables.onWays.has(entry.middleware))
    return { ...undemanding(behaviour, reads.filter(happens)), answers: answers.filter(happens), failures: failures.filter(happens) };
  return [...reads, ...refinements, ...answers, ...failures].every(happens)
    ? behaviour
    : {
        ...behaviour,
        reads: reads.filter(happens),
        refinements: refinements.filter(happens),
        answers: answers.filter(happens),
        failures: failures.filter(happens),
      };
}

/** Of members of a record that several parts were put into: those that the path has are of it, others of what requests of the method carry. */
function ofParts(behaviour: Behaviour, endpoint: Endpoint): Behaviour {
  const among = new Map(behaviour.reads.flatMap(({ among, path }) => (among ? [[path[0]!, among] as const] : [])));
  if (among.size === 0) return behaviour;
  const inPath = parametersOf(endpoint);
  const carrying = BODILESS.has(endpoint.method) ? (['query', 'body'] as const) : (['body', 'query'] as const);
  const settled = <Fact extends Pick<Read, 'part' | 'path'>>(fact: Fact): Fact => {
    const parts = fact.path.length > 0 ? among.get(fact.path[0]!) : undefined;
    if (!parts?.includes(fact.part)) return fact;
    const part = parts.includes('path') && inPath.has(fact.path[0]!) ? 'path' : carrying.find((each) => parts.includes(each));
    return part === undefined ? fact : { ...fact, part };
  };
  return {
    ...behaviour,
    reads: behaviour.reads.map(settled),
    refinements: behaviour.refinements.map(settled),
    data: behaviour.data.map(({ where, values, ...use }) => ({
      ...use,
      ...(where && { where: where.map(settled) }),
      ...(values && { values: values.map(settled) }),
    })),
  };
}

const parametersOf = ({ path }: Endpoint): ReadonlySet<string> => new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name!));

/** A middleware that goes through whatever comes, list or not (it cleans it, it logs it), says nothing of lists that come; a query is none, nor is a body with members of its own. */
function ofWholes(behaviour: Behaviour, passes: boolean): Behaviour {
  const named = [...behaviour.reads, ...behaviour.refinements].some(
    ({ part, path, shape }) => part === 'body' && (path.length > 0 ? path[0] !== '0' : (shape?.properties?.length ?? 0) > 0),
  );
  const isElement = ({ part, path, source }: Pick<Read, 'part' | 'path' | 'source'>): boolean =>
    path[0] === '0' && (passes || part !== 'body' || named) && (source === 'code' || source === 'type');
  if (!behaviour.reads.some(isElement) && !behaviour.refinements.some(isElement)) return behaviour;
  return {
    ...behaviour,
    reads: behaviour.reads.filter((read) => !isElement(read)),
    refinements: behaviour.refinements.filter((refinement) => !isElement(refinement)),
  };
}

/** What is left of a function that lets a request pass by its address: it refuses nothing, so it demands nothing either. */
const undemanding = (behaviour: Behaviour, reads: readonly Read[]): Behaviour => ({
  ...behaviour,
  answers: [],
  failures: [],
  refinements: [],
  // Nobody looks at the cookie of a session there.
  reads: reads.filter(({ part }) => part !== 'cookie').map(undemanded),
});

/** Whether all that comes of an error says that the request was wrong. */
function refusals(endpoint: Endpoint, tables: Tables, handlers: () => readonly ChainEntry[]): (error: ErrorKindId) => boolean {
  const known = new Map<ErrorKindId, boolean>();
  return (error) => {
    let refused = known.get(error);
    if (refused === undefined) {
      const answers = handled({ error }, handlers(), tables, endpoint);
      known.set(error, (refused = answers.length > 0 && answers.every(({ status }) => status !== null && status >= 400 && status < 500)));
    }
    return refused;
  };
}

const samePlace = (a: Place, b: Place): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** One validation looks at several parts of a request. */
const sameValidation = (one: Refinement, other: Refinement): boolean =>
  one.source === 'validator' &&
  one.path.length === 0 &&
  other.path.length === 0 &&
  samePlace(one.place, other.place) &&
  sameShape(one.shape, other.shape);

/**
 * Where one validation looks at the query or at the body (`method === 'GET' ? query : body`, `{ ...query, ...body, ...params }`), the one that requests
 * of the method carry. Members that are parameters of the path come in there.
 */
function carried(endpoint: Endpoint, refinements: readonly Refinement[]): readonly Refinement[] {
  const [kept, other] = BODILESS.has(endpoint.method) ? (['query', 'body'] as const) : (['body', 'query'] as const);
  const ofMethod = refinements.filter(
    (refinement) => refinement.part !== other || !refinements.some((same) => same.part === kept && sameValidation(same, refinement)),
  );
  const inPath = parametersOf(endpoint);
  return ofMethod.flatMap((refinement) => {
    if (
      refinement.part === 'path' ||
      !refinement.shape.properties?.some(({ name }) => inPath.has(name)) ||
      !refinements.some((same) => same.part === 'path' && sameValidation(same, refinement))
    )
      return refinement;
    const properties = refinement.shape.properties.filter(({ name }) => !inPath.has(name));
    return properties.length === 0 ? [] : { ...refinement, shape: { ...refinement.shape, properties } };
  });
}

export const evidence = (source: FactSource, place: Place): Evidence => ({ source, place });
