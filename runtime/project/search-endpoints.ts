import { bodyFieldsOf, type Endpoint, type FieldDescriptor, type Model } from '../../schemas/index.js';
import { count } from './count.js';
import { methodsOf, securityOf } from './summary.js';

export interface EndpointQuery {
  /** Words; each must occur in the path, the name, the handler, a field, a tag, a guard, the file or the texts. */
  readonly words?: string;
  readonly method?: string;
  /** Beginning of the path, or a pattern with `*`. */
  readonly path?: string;
  /** Name of a parameter, a request field or a response field. */
  readonly field?: string;
  /** Part of the name of the file that registers it. */
  readonly file?: string;
  /** Name or type of a middleware, a security scheme, or `none`. */
  readonly guard?: string;
}

export interface Found {
  /** Best first; all of them. */
  readonly endpoints: readonly Endpoint[];
  /** No endpoint has all words: these have some of them. */
  readonly partial: boolean;
}

/** What is searched of one endpoint, made once for each model. */
interface Indexed {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly pathWords: ReadonlySet<string>;
  readonly names: string;
  readonly fields: readonly string[];
  readonly rest: string;
}

const indexes = new WeakMap<Model, readonly Indexed[]>();

/** The endpoints that match every part of the query. */
export function searchEndpoints(model: Model, query: EndpointQuery): Found {
  let index = indexes.get(model);
  if (index === undefined) indexes.set(model, (index = model.endpoints.map(indexOf)));
  const matches = filterOf(query);
  const candidates = index.filter(matches);
  const words = splitWords(query.words ?? '');
  if (words.length === 0) return { endpoints: candidates.map(({ endpoint }) => endpoint), partial: false };
  const scored = candidates.map((entry) => ({ entry, scores: words.map((word) => score(entry, word)) }));
  const complete = scored.filter(({ scores }) => scores.every((one) => one > 0));
  const chosen = complete.length > 0 ? complete : scored.filter(({ scores }) => scores.some((one) => one > 0));
  return {
    endpoints: chosen
      .map(({ entry, scores }) => ({ entry, total: scores.reduce((sum, one) => sum + (one > 0 ? 100 + one : 0), 0) }))
      .sort((a, b) => b.total - a.total || a.entry.path.length - b.entry.path.length)
      .map(({ entry }) => entry.endpoint),
    partial: complete.length === 0 && chosen.length > 0,
  };
}

/** Why no endpoint of a model matches, and what to do. */
export const whyNone = ({ endpoints }: Model, { method }: EndpointQuery): string =>
  method !== undefined && !endpoints.some((one) => [method.toUpperCase(), 'ALL'].includes(one.method))
    ? `No endpoint has the method ${method}. There are ${Object.keys(methodsOf(endpoints)).join(', ')}.`
    : `None of ${count(endpoints.length, 'endpoint')} matches. Use fewer words or filters.`;

function indexOf(endpoint: Endpoint): Indexed {
  const path = endpoint.path.toLowerCase();
  return {
    endpoint,
    path,
    pathWords: new Set(splitWords(endpoint.path).flatMap((word) => [word, singular(word)])),
    names: [endpoint.id, endpoint.name, endpoint.handlerName, endpoint.summary, ...(endpoint.tags ?? [])]
      .filter((text) => text !== undefined)
      .flatMap((text) => [text.toLowerCase(), ...splitWords(text)])
      .join(' '),
    fields: fieldsOf(endpoint).map((field) => field.toLowerCase()),
    rest: [endpoint.source?.file, endpoint.description, ...guardsOf(endpoint)]
      .filter((text) => text !== undefined)
      .join(' ')
      .toLowerCase(),
  };
}

/** Names of parameters, of request fields (dotted) and of response fields. */
function fieldsOf(endpoint: Endpoint): string[] {
  return [
    ...(endpoint.parameters ?? []).map((parameter) => parameter.name),
    ...nested(bodyFieldsOf(endpoint), ''),
    ...Object.values(endpoint.responses ?? {}).flatMap((response) => Object.keys(response.schema ?? {})),
  ];
}

const nested = (fields: Readonly<Record<string, FieldDescriptor>>, prefix: string): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [`${prefix}${name}`, ...nested(field.properties ?? {}, `${prefix}${name}.`)]);

const guardsOf = (endpoint: Endpoint): string[] => [
  ...endpoint.middleware.flatMap((entry) => [entry.name, entry.type]),
  ...(endpoint.security ?? []).map((use) => use.scheme),
];

/** `createUserById`, `order-items` and `/users/:id` as words: create user by id, order items, users id. */
const splitWords = (text: string): string[] =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9\u0080-\uFFFF]+/)
    .filter((word) => word !== '');

const singular = (word: string): string => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word);

/** How well a word fits; 0 when it is nowhere. A plural counts as its singular. */
function score(entry: Indexed, given: string): number {
  for (const word of new Set([given, singular(given)])) {
    if (entry.pathWords.has(word)) return 8;
    if (word.length > 1 && entry.path.includes(word)) return 5;
    if (entry.names.includes(word)) return 4;
    if (entry.fields.some((field) => field.includes(word))) return 2;
    if (entry.rest.includes(word)) return 1;
  }
  return 0;
}

function filterOf(query: EndpointQuery): (entry: Indexed) => boolean {
  const tests: ((entry: Indexed) => boolean)[] = [];
  if (query.method !== undefined) {
    const method = query.method.toUpperCase();
    tests.push(({ endpoint }) => endpoint.method === method || endpoint.method === 'ALL');
  }
  if (query.path !== undefined) {
    const wanted = query.path.toLowerCase();
    tests.push(wanted.includes('*') ? ({ path }) => matchesStars(path, wanted) : ({ path }) => path.startsWith(wanted));
  }
  if (query.field !== undefined) {
    const field = query.field.toLowerCase();
    tests.push(({ fields }) => fields.some((name) => name === field || name.split('.').includes(field)));
  }
  if (query.file !== undefined) {
    const file = query.file.toLowerCase();
    tests.push(({ endpoint }) =>
      [endpoint.source?.file, ...endpoint.middleware.map((entry) => entry.source?.file)].some((name) => name?.toLowerCase().includes(file)),
    );
  }
  if (query.guard !== undefined) {
    const guard = query.guard.toLowerCase();
    tests.push(
      guard === 'none'
        ? ({ endpoint }) => securityOf(endpoint) === 'open'
        : ({ endpoint }) => guardsOf(endpoint).some((name) => name.toLowerCase().includes(guard)),
    );
  }
  return (entry) => tests.every((test) => test(entry));
}

/** Whether a text matches a pattern in which `*` stands for anything. Piece by piece: a regular expression with many stars would take for ever. */
function matchesStars(text: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split('*') as [string, ...string[]];
  const last = rest.pop() ?? '';
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
