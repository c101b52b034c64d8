import { Document, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { Endpoint, Model } from '../../schemas/index.js';
import { fileName } from './file-name.js';
import { middlewareTable, type MiddlewareTable } from './middleware-table.js';
import { resourceOf } from './resource-of.js';

/** Text by path, relative to the folder of the layout, with forward slashes: `api.yaml`, `paths/users.yaml`. */
export type SplitFiles = ReadonlyMap<string, string>;

const HEADER = ` The model of the API, split for review. .tool/model.json is the primary file: after a change of it or of the source, run
 \`tool model export --yaml\`. What is edited here gets into the model with \`tool model import --yaml\`;
 comments are not kept, texts for people go into \`summary\` and \`description\`.`;

/**
 * The split layout of a model: `api.yaml`, one file in `paths/` for each resource, one in `security/` for each scheme. Keys keep the
 * order they have in the model, which should be that of the schema. Reading the files back gives the same model.
 */
export function toFiles(model: Model): SplitFiles {
  const { securitySchemes, endpoints, ...api } = model;
  // A field of that name that the format may get one day, or that somebody added, must not be taken for the table.
  const table = Object.hasOwn(api, 'middleware') ? null : middlewareTable(endpoints);
  const own = table !== null && table.entries.size > 0 ? { ...api, middleware: table.entries } : api;
  const files = new Map<string, string>([['api.yaml', print(own, HEADER)]]);
  const schemes = grouped(Object.entries(securitySchemes), ([name]) => `security/${fileName([name])}.yaml`);
  for (const [file, entries] of schemes) files.set(file, print(Object.fromEntries(entries)));
  const resource = resourceOf(endpoints.map(({ path }) => path));
  const byFile = grouped(endpoints, ({ path }) => `paths/${resource(path)}.yaml`);
  for (const [file, own] of [...byFile].sort(([a], [b]) => (a < b ? -1 : 1))) files.set(file, printPaths(own, table));
  return files;
}

function grouped<T>(list: readonly T[], key: (element: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const element of list) {
    const own = groups.get(key(element));
    if (own === undefined) groups.set(key(element), [element]);
    else own.push(element);
  }
  return groups;
}

/** Path → method → endpoint. Two endpoints with the same method and path, which a bad merge of two branches leaves, are a list. */
function printPaths(endpoints: readonly Endpoint[], table: MiddlewareTable | null): string {
  const strip = (endpoint: Endpoint): Record<string, unknown> => withoutKeys(endpoint, table);
  const content = new Map<string, Map<string, unknown>>();
  for (const [path, own] of grouped(endpoints, (endpoint) => endpoint.path)) {
    const methods = [...grouped(own, ({ method }) => method)].map(
      ([method, same]) => [method, same.length === 1 ? strip(same[0]!) : same.map(strip)] as const,
    );
    content.set(path, new Map(methods));
  }
  const document = new Document(content);
  for (const { key: path, value: methods } of pairs(document.contents)) {
    for (const { key: method, value } of pairs(methods)) {
      const source = isMap(value) ? (value.toJSON() as Partial<Endpoint>) : undefined;
      if (source?.source && isScalar(method) && isScalar(path))
        method.commentBefore = ` ${oneLine(source.source.file)}:${source.source.line}`;
    }
  }
  blankLines(document.contents);
  return finish(document);
}

/** What the place in the file says already is left out. */
function withoutKeys({ id, method, path, middleware, ...rest }: Endpoint, table: MiddlewareTable | null): Record<string, unknown> {
  // Assembled in the order of the schema: the chain comes after what callers send and get.
  const before = ['name', 'handlerName', 'summary', 'description', 'tags', 'deprecated', 'source', 'requestBody', 'responses'];
  const entries = Object.entries(rest);
  const at = entries.findIndex(([key]) => !before.includes(key));
  const position = at < 0 ? entries.length : at;
  return Object.fromEntries([
    ...(id === `${method} ${path}` ? [] : [['id', id]]),
    ...entries.slice(0, position),
    ...(middleware.length > 0 ? [['middleware', table === null ? middleware : middleware.map((label) => table.labelOf(label))]] : []),
    ...entries.slice(position),
  ] as [string, unknown][]);
}

function print(value: unknown, header?: string): string {
  const document = new Document(value);
  if (header !== undefined) document.commentBefore = header;
  return finish(document);
}

/** Nothing is folded: a folded text changes in several lines when one word does. Places are on one line, since they move together. */
function finish(document: Document): string {
  compact(document.contents);
  return document.toString({ lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true, doubleQuotedAsJSON: true });
}

function compact(node: unknown, inLine = false): void {
  if (isMap(node)) {
    if (inLine) node.flow = true;
    for (const { key, value } of pairs(node)) {
      quote(key, true);
      compact(value, inLine || (isScalar(key) && key.value === 'source' && isMap(value) && value.items.length > 0));
    }
  } else if (isSeq(node)) {
    for (const item of node.items) compact(item, inLine);
  } else {
    quote(node, inLine);
  }
}

/** Text of lines without anything invisible; the last one may end. */
function isReadable(text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    lines[0] !== '' &&
    lines.at(-1) !== '' &&
    !text.startsWith(' ') &&
    lines.every((line) => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|[\p{C}\p{Z}]$/u.test(line))
  );
}

/** Text with white space that nobody would see is quoted: as a block, not every such text comes back. */
function quote(node: unknown, inLine: boolean): void {
  if (isScalar(node) && typeof node.value === 'string' && (!isReadable(node.value) || (inLine && node.value.includes('\n'))))
    node.type = 'QUOTE_DOUBLE';
}

function blankLines(node: unknown): void {
  for (const [index, { key }] of pairs(node).entries()) if (index > 0 && isScalar(key)) key.spaceBefore = true;
}

const pairs = (node: unknown): Pair<Node, Node>[] => (isMap(node) ? (node as YAMLMap<Node, Node>).items : []);

/** A comment ends with its line. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\ud800-\udfff]/gu, '?');
