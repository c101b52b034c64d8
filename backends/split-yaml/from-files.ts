import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node, type Pair, type YAMLMap } from 'yaml';
import type { SplitFiles } from './to-files.js';

/** A place in one of the files; line and column count from 1. */
export interface FilePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface FileProblem extends FilePosition {
  readonly message: string;
}

export interface ReadFiles {
  /** What the files say, in the form of a model, not checked against its schema. Endpoints are in the order of the files. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What cannot be read. The value is incomplete when there is any. */
  readonly problems: readonly FileProblem[];
  /** Where the value at a JSON pointer is written, or the key that holds it; the nearest one above it when there is none. */
  locate(pointer: string, part?: 'key' | 'value'): FilePosition;
}

interface Parsed {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly file: string;
}
interface Place {
  readonly file: Parsed;
  readonly keys: readonly string[];
}

/** Reads the split layout back: the inverse of `toFiles`. Problems are collected, not thrown. */
export function fromFiles(files: SplitFiles): ReadFiles {
  const problems: FileProblem[] = [];
  const endpoints: unknown[] = [];
  const endpointPlaces: Place[] = [];
  const schemes = new Map<string, unknown>();
  const schemePlaces = new Map<string, Place>();
  let api: Record<string, unknown> = {};
  let apiFile: Parsed | undefined;

  const complain = (file: Parsed, node: unknown, message: string): void => {
    problems.push({ ...positionOf(file, node), message });
  };
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const lines = new LineCounter();
    const file: Parsed = { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines, file: name };
    // One mistake makes the reader lose its place: what it says next is seldom another one.
    const [error, ...further] = file.document.errors;
    if (error) {
      const { line, col } = lines.linePos(error.pos[0]);
      problems.push({
        file: name,
        line: Math.max(line, 1),
        column: Math.max(col, 1),
        message: `it is not valid YAML: ${error.message.split('\n')[0]!.replace(/[.:]$/, '')}${further.length > 0 ? ` (${further.length} more may follow from it)` : ''}`,
      });
    }
    const { contents } = file.document;
    if (name === 'api.yaml') apiFile = file;
    if (file.document.errors.length > 0 || contents === null || (isScalar(contents) && contents.value === null)) continue;
    if (!isMap(contents)) {
      complain(file, contents, 'it must be a map of keys and values');
      continue;
    }
    const content = toJs(file);
    if (name === 'api.yaml') {
      api = content;
      for (const key of ['endpoints', 'securitySchemes']) {
        if (Object.hasOwn(content, key))
          complain(file, contents, `"${key}" cannot stand here: endpoints are in paths/, security schemes in security/`);
      }
    } else if (name.startsWith('security/')) {
      for (const [scheme, value] of Object.entries(content)) {
        const other = schemePlaces.get(scheme);
        if (other !== undefined) complain(file, contents, `the scheme "${scheme}" is in ${other.file.file}, too`);
        schemes.set(scheme, value);
        schemePlaces.set(scheme, { file, keys: [scheme] });
      }
    } else {
      for (const [path, methods] of Object.entries(content)) {
        if (!isRecord(methods)) {
          complain(file, nodeAt(file, [path], 'key'), `below ${path} there must be methods`);
          continue;
        }
        for (const [method, value] of Object.entries(methods)) {
          const all: unknown[] = Array.isArray(value) ? value : [value];
          for (const [index, one] of all.entries()) {
            if (!isRecord(one) && one !== null) {
              complain(file, nodeAt(file, [path, method], 'key'), `${method} ${path} must be a map of keys and values`);
              continue;
            }
            for (const key of ['method', 'path'])
              if (one !== null && Object.hasOwn(one, key))
                complain(file, nodeAt(file, [path, method], 'key'), `"${key}" cannot stand here: it is the key above`);
            endpoints.push({ id: `${method} ${path}`, middleware: [], ...one, method, path });
            endpointPlaces.push({ file, keys: [path, method, ...(Array.isArray(value) ? [String(index)] : [])] });
          }
        }
      }
    }
  }
  const value: Record<string, unknown> = { ...resolveChains(), securitySchemes: Object.fromEntries(schemes), endpoints };

  /** Puts the middleware that labels stand for into the chains. Without labels, `middleware` of api.yaml is a field like any other. */
  function resolveChains(): Record<string, unknown> {
    const table = Object.hasOwn(api, 'middleware') && isRecord(api['middleware']) ? api['middleware'] : {};
    let labels = false;
    for (const [index, endpoint] of endpoints.entries()) {
      const chain = (endpoint as { middleware: unknown }).middleware;
      if (!Array.isArray(chain) || !chain.some((entry) => typeof entry === 'string')) continue;
      labels = true;
      const { file, keys } = endpointPlaces[index]!;
      endpoints[index] = {
        ...(endpoint as object),
        middleware: chain.map((entry: unknown, position) => {
          if (typeof entry !== 'string') return entry;
          if (Object.hasOwn(table, entry)) return table[entry];
          // What stands in a file that cannot be read nobody knows.
          if (!apiFile?.document.errors.length)
            complain(
              file,
              nodeAt(file, [...keys, 'middleware', String(position)], 'value'),
              `api.yaml has no middleware ${JSON.stringify(entry)}`,
            );
          return { name: entry, type: 'other' };
        }),
      };
    }
    if (!labels) return api;
    const { middleware: _, ...rest } = api;
    return rest;
  }

  const placeOf = (keys: readonly string[]): { place: Place; end: 'key' | 'value' } | null => {
    if (keys[0] === 'endpoints') {
      const place = endpointPlaces[Number(keys[1])];
      if (place === undefined) return null;
      const rest = keys.slice(2);
      if (rest[0] === 'path') return { place: { file: place.file, keys: place.keys.slice(0, 1) }, end: 'key' };
      if (rest.length === 0 || rest[0] === 'method' || rest[0] === 'id')
        return { place: { file: place.file, keys: place.keys.slice(0, 2) }, end: 'key' };
      return { place: { file: place.file, keys: [...place.keys, ...rest] }, end: 'value' };
    }
    if (keys[0] === 'securitySchemes') {
      const place = schemePlaces.get(keys[1] ?? '');
      return place === undefined ? null : { place: { file: place.file, keys: keys.slice(1) }, end: keys.length === 2 ? 'key' : 'value' };
    }
    return apiFile === undefined ? null : { place: { file: apiFile, keys }, end: 'value' };
  };
  return {
    value,
    problems,
    locate(pointer, part = 'value') {
      const keys = pointer
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
      const found = placeOf(keys);
      if (found === null) return { file: 'api.yaml', line: 1, column: 1 };
      return positionOf(found.place.file, nodeAt(found.place.file, found.place.keys, found.end === 'key' ? 'key' : part));
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Aliases are YAML that a person wrote; a few are fine, an expanding bomb is not. */
const toJs = (file: Parsed): Record<string, unknown> => file.document.toJS({ maxAliasCount: 100 }) as Record<string, unknown>;

/** The node that keys lead to, or the last one on the way. */
function nodeAt(file: Parsed, keys: readonly string[], part: 'key' | 'value'): unknown {
  let node: unknown = file.document.contents;
  let holder: unknown = node;
  for (const [depth, key] of keys.entries()) {
    if (isMap(node)) {
      const pair = (node as YAMLMap<Node, Node | null>).items.find(
        (one: Pair<Node, Node | null>) => isScalar(one.key) && String(one.key.value) === key,
      );
      if (pair === undefined) return holder;
      const last = depth === keys.length - 1;
      holder = last && part === 'value' && pair.value !== null ? pair.value : pair.key;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(key)];
      if (item === undefined) return holder;
      holder = item;
      node = item;
    } else {
      return holder;
    }
  }
  return holder;
}

function positionOf(file: Parsed, node: unknown): FilePosition {
  const range = (node as { readonly range?: readonly number[] | null } | null | undefined)?.range;
  const { line, col } = file.lines.linePos(range?.[0] ?? 0);
  return { file: file.file, line: Math.max(line, 1), column: Math.max(col, 1) };
}
