import {
  printSegments,
  type Answer,
  type Behaviour,
  type ChainEntry,
  type Endpoint,
  type Json,
  type Middleware,
  type PathTest,
  type Program,
  type RequestCondition,
  type RequestTest,
  type Route,
  type RouterId,
  type Segment,
  type TestStep,
  type Use,
} from '@tool/ir';
import { leavesOf } from '../items.js';

/** Whether a function looks at the address of a request first and lets those of this endpoint pass. */
export const isExempt = (behaviour: Behaviour, endpoint: Endpoint, entry: ChainEntry, program: Program): boolean =>
  isLeftOut(behaviour, endpoint) ||
  (behaviour.refuses !== undefined && holds(behaviour.refuses, (test) => ofEndpoint(test, endpoint, entry, program)) === false) ||
  // What it refuses with looks like no refusal: none of what it answers strangers is answered here.
  (behaviour.refuses === undefined &&
    sparesStrangers(behaviour, endpoint, entry, program) &&
    behaviour.answers.length + behaviour.failures.length > 0 &&
    ![...behaviour.answers, ...behaviour.failures].some((each) => mayHappen(each, endpoint, entry, program)));

/** Whether it does not run for them at all: what is around it looks at the address. */
export const isLeftOut = ({ exempts = [] }: Behaviour, { method, path }: Endpoint): boolean =>
  exempts.some((test) => (test.methods?.includes(method) ?? true) && matches(test, path));

/** Whether a function refuses no request to this endpoint for having no credential. */
export const sparesStrangers = ({ refusesStrangers }: Behaviour, endpoint: Endpoint, entry: ChainEntry, program: Program): boolean =>
  refusesStrangers !== undefined && holds(refusesStrangers, (test) => ofEndpoint(test, endpoint, entry, program)) === false;

/** Whether it refuses every request to this endpoint: what stands behind it serves none. */
export const isShut = ({ shuts }: Behaviour, endpoint: Endpoint, entry: ChainEntry, program: Program): boolean =>
  shuts !== undefined && holds(shuts, (test) => ofEndpoint(test, endpoint, entry, program)) === true;

/**
 * Whether some request to the endpoint may get the answer, or run into the error. `entry`: where the function that gives it is in the chain; null for the
 * handler of the route, undefined for handlers of errors.
 */
export const mayHappen = (
  { when }: Pick<Answer, 'when'>,
  endpoint: Endpoint,
  entry: ChainEntry | null | undefined,
  program: Program,
): boolean =>
  when === undefined ||
  holds(when, (test) => (!entry && (test.below === true || test.of === 'base') ? null : ofEndpoint(test, endpoint, entry, program))) !==
    false;

/** A middleware, and those of packages that it calls with requests to the endpoint. */
export const withCalled = (middleware: Middleware, endpoint: Endpoint, entry: ChainEntry, program: Program): readonly Middleware[] => [
  middleware,
  ...(middleware.behaviour?.calls ?? [])
    .filter((called) => mayHappen(called, endpoint, entry, program))
    .map(({ when: _, ...called }): Middleware => ({ id: middleware.id, name: '', place: middleware.place, ...called })),
];

/** A parameter stands for any text: for a word and for a number. */
const STANDS = ['value', '1'] as const;
const filled = (path: string, stand: string): string => path.replace(/[:*]\w*/g, stand);

function matches(test: PathTest, path: string): boolean {
  if (test.kind !== 'pattern') return test.kind === 'exact' ? path === test.path : path.startsWith(test.path);
  let pattern: RegExp;
  try {
    pattern = new RegExp(test.path);
  } catch {
    return false;
  }
  return STANDS.some((stand) => pattern.test(filled(path, stand)));
}

/** Null: it may hold for some requests to the endpoint, and for others not. */
function holds(condition: RequestCondition, truth: (test: RequestTest) => boolean | null): boolean | null {
  if (condition === null || typeof condition === 'boolean') return condition;
  if ('of' in condition) return truth(condition);
  if ('not' in condition) {
    const inner = holds(condition.not, truth);
    return inner === null ? null : !inner;
  }
  const decides = 'any' in condition;
  const parts = ('any' in condition ? condition.any : condition.all).map((part) => holds(part, truth));
  return parts.includes(decides) ? decides : parts.includes(null) ? null : !decides;
}

function ofEndpoint(test: RequestTest, endpoint: Endpoint, entry: ChainEntry | null | undefined, program: Program): boolean | null {
  if (test.of === 'key') return null;
  if (test.of === 'config') {
    const route = placesOf(program).get(endpoint.trail.at(-1)!.item)?.use;
    const config = route?.kind === 'route' ? route.contract?.config : null;
    const [member = '', ...inner] = test.name?.split('.') ?? [];
    if (config === null) return null;
    const stated = config && Object.hasOwn(config, member) ? config[member]! : [undefined];
    return agreed(stated.map((value) => Boolean(result(test.steps, inside(value, inner)))));
  }
  if (test.of === 'parameter') {
    const name = test.name ?? '';
    if (!hasParameter(name, endpoint, entry, program)) return Boolean(result(test.steps, undefined));
    return entry === undefined || entry?.item !== undefined || !test.steps.every(asksWhetherThere)
      ? null
      : agreed(textsOf(name, endpoint, program).map((text) => Boolean(result(test.steps, text))));
  }
  if (test.of === 'method') return endpoint.method === 'ALL' ? null : Boolean(result(test.steps, endpoint.method));
  const front = test.below === true || test.of === 'base' ? inFront(endpoint, entry!, program) : '';
  if (front === null) return null;
  const text = test.of === 'base' ? front : endpoint.path.slice(front.length) || '/';
  if (test.name === 'route') {
    if (result(test.steps, text)) return true;
    const own = printSegments(endpoint.trail.at(-1)!.segments);
    return result(test.steps, own) ? null : false;
  }
  if (STANDS.some((stand) => Boolean(result(test.steps, filled(text, stand))))) return true;
  // One of the texts that it is compared with may be that of a request to an endpoint with parameters.
  const isOne = shapeOf(text);
  return isOne && textsIn(test.steps).some((each) => isOne.test(each) && Boolean(result(test.steps, each))) ? null : false;
}

const inside = (value: Json | undefined, path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, key) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Readonly<Record<string, Json>>)[key] : undefined,
    value,
  );

/** `id || 'all'`, `id !== undefined`, `id === ''`: whatever text there is, it says the same of it. */
const asksWhetherThere = ([name, arg]: TestStep): boolean =>
  name === '||' || name === '??' || ((name === '===' || name === '!==') && (arg === null || arg === ''));

const agreed = (truths: readonly boolean[]): boolean | null => (truths.every((truth) => truth === truths[0]) ? (truths[0] ?? null) : null);

/** What a parameter in the route's own path may hold as far as it matters whether it is there: some text, and an empty one where the syntax lets it be; none where nobody knows. */
function textsOf(name: string, { trail }: Endpoint, program: Program): readonly string[] {
  const { item, segments } = trail.at(-1)!;
  const flat = segments.flatMap((segment) => (segment.kind === 'mixed' ? segment.pieces : [segment]));
  const own = flat.find((segment) => segment.kind === 'param' && segment.name === name);
  if (own?.kind !== 'param') return [];
  const mayBeEmpty = own.pattern !== undefined || placesOf(program).get(item)?.use.path.syntax === 'find-my-way';
  return mayBeEmpty ? ['value', ''] : ['value'];
}

/** What paths with parameters look like; null for one without. */
function shapeOf(path: string): RegExp | null {
  const literals = path.split(/[:*]\w*/);
  return literals.length === 1 ? null : new RegExp(`^${literals.map((each) => each.replace(/[.+?^${}()|[\]\\/]/g, '\\$&')).join('.+')}$`);
}
const textsIn = (steps: readonly TestStep[]): string[] =>
  steps.flatMap(([, ...args]) => args.filter((each): each is string => typeof each === 'string'));

/** Whether a parameter of this name may be there for requests to the endpoint: in its own path, or in the one that a middleware is registered under. */
function hasParameter(name: string, endpoint: Endpoint, entry: ChainEntry | null | undefined, program: Program): boolean {
  const use = entry?.item === undefined ? undefined : placesOf(program).get(entry.item)?.use;
  const paths = [endpoint.segments, ...endpoint.trail.map(({ segments }) => segments), ...(use?.path.forms ?? [])];
  return paths.some((segments) => mayName(segments, name));
}

const mayName = (segments: readonly Segment[], name: string): boolean =>
  segments.some((segment) => {
    if (segment.kind === 'param') return segment.name === name;
    if (segment.kind === 'mixed') return mayName(segment.pieces, name);
    return segment.kind !== 'lit';
  });

/** The path under which a middleware is registered, as the endpoint spells it; null where the endpoint is not below it. */
function inFront(endpoint: Endpoint, entry: ChainEntry, program: Program): string | null {
  const { trail } = endpoint;
  const at = entry.item === undefined ? undefined : placesOf(program).get(entry.item);
  if (entry.item !== undefined && !at) return null;
  const depth = at ? trail.findIndex((step) => step.router === at.router) : trail.length - 1;
  if (depth < 0) return null;
  const mounts: Segment[] = trail.slice(0, depth).flatMap((step) => [...step.segments]);
  const fronts = ((at?.use.kind === 'use' && at.use.path.forms) || [[]]).map((form) =>
    mounts.length + form.length === 0 ? '' : printSegments([...mounts, ...form]).replace(/\/$/, ''),
  );
  return fronts.find((front) => endpoint.path === front || endpoint.path.startsWith(`${front}/`)) ?? null;
}

const places = new WeakMap<Program, ReadonlyMap<string, { readonly use: Use | Route; readonly router: RouterId }>>();

export function placesOf(program: Program): ReadonlyMap<string, { readonly use: Use | Route; readonly router: RouterId }> {
  let known = places.get(program);
  if (!known) {
    known = new Map(
      program.routers.flatMap((router) =>
        [...leavesOf(router.items)].flatMap((item) =>
          item.kind === 'use' || item.kind === 'route' ? [[item.id, { use: item, router: router.id }] as const] : [],
        ),
      ),
    );
    places.set(program, known);
  }
  return known;
}

type Intermediate = Json | undefined | readonly (string | undefined)[];

/** What the steps make of a text, or of what a route states; undefined where one does not fit. */
function result(steps: readonly TestStep[], text: Json | undefined): Intermediate {
  let value: Intermediate = text;
  for (const [name, ...args] of steps) {
    const step: Step | undefined = Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
    if (step) {
      value = step(value, args);
      continue;
    }
    if (Array.isArray(value) && name === 'includes') {
      value = value.includes(args[0]);
      continue;
    }
    if (typeof value !== 'string') return undefined;
    if (name.endsWith(' expression')) value = byExpression(name.slice(0, -' expression'.length), value, args);
    else value = (String.prototype[name as 'concat'] as (this: string, ...rest: unknown[]) => Intermediate).apply(value, args);
  }
  return value;
}

type Step = (value: Intermediate, args: readonly (string | number | boolean | null)[]) => Intermediate;

/** Steps that are no methods of texts. */
const STEPS: Readonly<Record<string, Step>> = {
  '===': (value, [other]) => value === other || (value == null && other === null),
  '!==': (value, [other]) => value !== other && !(value == null && other === null),
  '<': (value, [other]) => (value as number) < (other as number),
  '<=': (value, [other]) => (value as number) <= (other as number),
  '>': (value, [other]) => (value as number) > (other as number),
  '>=': (value, [other]) => (value as number) >= (other as number),
  '||': (value, [other]) => value || other,
  '??': (value, [other]) => value ?? other,
  length: (value) => (value as string | undefined)?.length,
  in: (value, args) => args.includes(value as string),
  position: (value, args) => args.indexOf(value as string),
  of: (value, entries) => {
    const at = entries.findIndex((entry, index) => index % 2 === 0 && entry === value);
    return at < 0 ? undefined : entries[at + 1];
  },
  at: (value, [index]) =>
    Array.isArray(value) || typeof value === 'string' ? (value as readonly string[]).at(index as number) : undefined,
};

function byExpression(name: string, value: string, [source, flags, ...rest]: readonly (string | number | boolean | null)[]): Intermediate {
  let pattern: RegExp;
  try {
    pattern = new RegExp(String(source), String(flags));
  } catch {
    return undefined;
  }
  switch (name) {
    case 'test':
      return pattern.test(value);
    case 'match':
      return pattern.exec(value);
    case 'search':
      return value.search(pattern);
    case 'replace':
      return value.replace(pattern, String(rest[0] ?? ''));
    case 'split':
      return value.split(pattern);
    default:
      return undefined;
  }
}
