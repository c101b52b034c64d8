import { validate, type Endpoint, type Model } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { cloneJson } from './clone-json.js';
import { withoutMark } from './json-text.js';
import { KnownFiles } from './known-files.js';
import { withLock } from './lock.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { displayPath, parseFile, readJson, readText } from './read-json.js';
import { sameJson } from './same-json.js';

const readingOf = (file: string, from: string) => ({
  purpose: 'It is the model of the API, and whoever works with it would get wrong answers.',
  help: `Repair it, take back its last committed version (git checkout -- ${displayPath(file, from)}), or move it away and run "tool scan". It was not changed.`,
  normalise,
  version: '0.3' as const,
});

/** A model of nothing. */
export const emptyModel = (name: string, now: Date): Model => ({
  version: '0.3',
  generatedAt: now.toISOString(),
  project: { name, language: '', framework: '' },
  environments: [],
  securitySchemes: {},
  endpoints: [],
});

/**
 * The model of a project; null when it has none. Absent lists are read as empty ones.
 * @param from the folder from which messages name its file: that of the repository
 * @throws UsageError when the file is damaged: it is never taken for an empty one
 */
export function readModel(root: string, from = root): Model | null {
  const file = storePaths(root).model;
  return readJson('model', file, from, readingOf(file, from));
}

const known = new KnownFiles<Model>();

/** The same for whoever reads it again and again and changes nothing of it: parts of it are shared. */
export function readSharedModel(root: string, from = root): Model | null {
  const file = storePaths(root).model;
  const text = readText(file);
  return text === null ? null : known.of(file, text, () => parseFile('model', text, file, from, readingOf(file, from)));
}

/**
 * The model in a text that comes from elsewhere (another file, a commit).
 * @param name what messages call it
 * @throws UsageError when it is damaged
 */
export const parseModel = (text: string, name: string): Model =>
  parseFile('model', text, name, '', {
    name,
    purpose: 'It cannot be compared.',
    help: 'Repair it, or name another one.',
    normalise,
  });

/** A person may leave out what is empty. */
export function normalise(value: unknown): unknown {
  if (!isObject(value)) return value;
  const model: Record<string, unknown> = { environments: [], securitySchemes: {}, ...value };
  const endpoints = model['endpoints'];
  if (Array.isArray(endpoints))
    model['endpoints'] = endpoints.map((endpoint: unknown) => (isObject(endpoint) ? { middleware: [], ...endpoint } : endpoint));
  return model;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const compareEndpoints = (a: Endpoint, b: Endpoint): number => compare(a.path, b.path) || compare(a.method, b.method);

/** A model in the order of its bytes: keys as in the schema, endpoints by path and method, schemes by name. It shares nothing with the one that is given. */
export const orderModel = (model: Model): Model => ordered(model, NONE);

const NONE: ReadonlySet<Endpoint> = new Set();

/** @param done endpoints that are in order, and are taken as they are */
function ordered({ endpoints, ...model }: Model, done: ReadonlySet<Endpoint>): Model {
  const sorted = [...endpoints].sort(compareEndpoints);
  const others = orderKeys('model', {
    ...model,
    securitySchemes: Object.fromEntries(Object.entries(model.securitySchemes).sort(([a], [b]) => compare(a, b))),
    endpoints: sorted.filter((endpoint) => !done.has(endpoint)),
  }) as Model;
  const rest = others.endpoints[Symbol.iterator]();
  return { ...others, endpoints: sorted.map((endpoint) => (done.has(endpoint) ? endpoint : rest.next().value!)) };
}

/** The bytes of a model: in its order, two spaces, a final newline. */
export const formatModel = (model: Model): string => textOf(orderModel(model));

/** Texts of endpoints of ordered models, which nobody changes. */
const texts = new WeakMap<Endpoint, string>();

function textOf(model: Model): string {
  const endpoints = model.endpoints.map((endpoint) => {
    let text = texts.get(endpoint);
    if (text === undefined) texts.set(endpoint, (text = JSON.stringify(endpoint, null, 2).split('\n').join('\n    ')));
    return text;
  });
  const whole = `${JSON.stringify({ ...model, endpoints: [] }, null, 2)}\n`;
  // A line feed in a text is written as an escape: a line of two spaces is one of the model itself.
  return endpoints.length === 0
    ? whole
    : whole.replace('\n  "endpoints": []', () => `\n  "endpoints": [\n    ${endpoints.join(',\n    ')}\n  ]`);
}

export interface WriteResult {
  /** The model as it is in the file now. */
  readonly model: Model;
  /** False when the file was right already; then its bytes and its time are as before. */
  readonly written: boolean;
}

/**
 * Changes the model in one step that no other process can come between. The change gets null when there is no model yet,
 * and returns the new one; its `generatedAt` does not matter.
 * @throws UsageError when the present file is damaged; it stays as it is
 */
export function updateModel(
  root: string,
  change: (previous: Model | null) => Model,
  now: () => Date = () => new Date(),
): Promise<WriteResult> {
  return withLock(root, () => {
    const { model, written } = replaceModel(root, (previous) => change(cloneJson(previous)), now);
    return { model, written };
  });
}

/**
 * The same for a caller that holds the lock. The model that the change gets is shared: nothing of it may be changed.
 * @param merged stands in for a file that git has merged half
 * @returns with the text of the file, but for the line ends that a version control system may have given it
 */
export function replaceModel(
  root: string,
  change: (previous: Model | null) => Model,
  now: () => Date,
  merged?: Model,
): WriteResult & { readonly text: string; readonly ordered: Model } {
  const { model: file } = storePaths(root);
  const before = readText(file);
  const previous =
    merged ?? (before === null ? null : known.of(file, before, () => parseFile('model', before, file, root, readingOf(file, root))));
  const next = { ...change(previous), ...(previous && { generatedAt: previous.generatedAt }) };
  const done: ReadonlySet<Endpoint> = previous !== null && inOrder.has(previous) ? new Set(previous.endpoints) : NONE;
  const inFile = ordered(next, done);
  const text = textOf(inFile);
  if (previous !== null && isText(before, text)) {
    if (merged === undefined && !inOrder.has(previous)) keep(file, before!, inFile);
    return { model: next, written: false, text, ordered: inFile };
  }
  const same = previous !== null && sayTheSame(previous, next);
  const generatedAt = same ? previous.generatedAt : now().toISOString();
  const model: Model = { ...next, generatedAt };
  // What is in the file as it is was checked when it was read, or written.
  const check = validate('model', { ...model, endpoints: model.endpoints.filter((endpoint) => !done.has(endpoint)) });
  if (!check.ok)
    throw new Error(
      `The new model breaks its schema, and was not written: ${check.errors
        .slice(0, 3)
        .map((error) => `${error.pointer} ${error.message}`)
        .join('; ')}`,
    );
  const written = same ? text : textOf({ ...inFile, generatedAt });
  writeAtomically(file, written);
  const stored = keep(file, written, { ...inFile, generatedAt });
  return { model, written: true, text: written, ordered: stored };
}

/** Models of files as this process has put them in order: their endpoints need not be put in order again. */
const inOrder = new WeakSet<Model>();
function keep(file: string, text: string, model: Model): Model {
  inOrder.add(model);
  return known.keep(file, text, model);
}

/** Whether a file holds these bytes. A version control system may have changed the line ends; that is no difference. */
export const isText = (text: string | null, bytes: string): boolean =>
  text === bytes || (text !== null && text.includes('\r') && withoutMark(text).replaceAll('\r\n', '\n') === bytes);

/** Whether two models say the same; the order of endpoints and keys, and when they were written, do not matter. */
function sayTheSame(a: Model, b: Model): boolean {
  const sorted = (model: Model): Model => ({ ...model, generatedAt: '', endpoints: [...model.endpoints].sort(compareEndpoints) });
  return sameJson(sorted(a), sorted(b));
}
