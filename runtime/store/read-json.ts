import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { distance } from 'fastest-levenshtein';
import type { Kind, Kinds, ValidationError } from '../../schemas/index.js';
import { validate, valueAt } from '../../schemas/index.js';
import { fileError, isMissing } from './file-error.js';
import { conflictMarker, mergeHelp } from './conflict-marker.js';
import { JsonSyntaxError, parseJson, withoutMark, type ParsedJson } from './json-text.js';
import { UsageError } from './usage-error.js';

/** The text of a file; null when there is none. Any other failure is an error: it must not be taken for an empty file. */
export function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileError(error, 'read', file);
  }
}

export interface ReadOptions {
  /** What the file is for and what depends on it: `It describes the API.` */
  readonly purpose: string;
  /** What to do when the file is damaged. */
  readonly help: string;
  /** What messages call the file. Default: its path, relative to the root. */
  readonly name?: string;
  /** Brings what is accepted in a file into the form of the schema before it is checked. */
  readonly normalise?: (value: unknown) => unknown;
  /** The version of the format that is read. */
  readonly version?: string;
  /** More that can be wrong with the file than its schema says. */
  readonly check?: (parsed: ParsedJson) => readonly string[];
  /** How the file is written, when it is not JSON: a parser that throws JsonSyntaxError, and what it reads. */
  readonly language?: { readonly name: string; readonly parse: (text: string) => ParsedJson };
}

/**
 * Reads a JSON file of a kind. A damaged file is an error that names the file, the line and the column, and what is wrong.
 * @returns null when there is no file
 * @throws UsageError
 */
export function readJson<K extends Kind>(kind: K, file: string, root: string, options: ReadOptions): Kinds[K] | null {
  const text = readText(file);
  return text === null ? null : parseFile(kind, text, file, root, options);
}

/** The same for a text that was read already. */
export function parseFile<K extends Kind>(kind: K, text: string, file: string, root: string, options: ReadOptions): Kinds[K] {
  const shown = options.name ?? displayPath(file, root);
  const value = parseText(text, shown, options);
  const result = validate(kind, options.normalise ? options.normalise(value) : value);
  // Places are only worth their time when there is something to say: a model can be large.
  const places = options.language?.parse ?? parseJson;
  if (!result.ok) {
    const other = options.version === undefined ? undefined : otherVersion(value, options.version);
    if (other !== undefined)
      throw new UsageError({
        what: `${shown} has the format ${other.what} This tool reads ${options.version}.`,
        why: options.purpose,
        help: other.help,
      });
    const parsed = places(text);
    throw invalid(
      shown,
      result.errors.map((error) => describe(error, parsed)),
      options,
    );
  }
  const further = options.check?.(places(text)) ?? [];
  if (further.length > 0) throw invalid(shown, further, options);
  return result.value;
}

function parseText(text: string, shown: string, options: ReadOptions): unknown {
  const parse = options.language?.parse ?? parseJson;
  const language = options.language?.name ?? 'JSON';
  try {
    // To YAML, nothing is a value.
    if (text.trim() === '') throw new JsonSyntaxError('it is empty', { line: 1, column: 1 });
    return options.language ? parse(text).value : (JSON.parse(withoutMark(text)) as unknown);
  } catch {
    const merge = conflictMarker(text);
    if (merge !== null)
      throw new UsageError({
        what: `${shown}:${merge.line}:1 is half merged: git left a conflict marker (${merge.marker}) there.`,
        why: options.purpose,
        help: mergeHelp(shown),
      });
    let message = `it is not ${language}`;
    let place = shown;
    try {
      parse(text);
    } catch (error) {
      if (error instanceof JsonSyntaxError) {
        message = error.message;
        place = `${shown}:${error.position.line}:${error.position.column}`;
      }
    }
    const what = text.trim() === '' ? `${shown} is empty.` : `${place} is not valid ${language}: ${message}.`;
    throw new UsageError({ what, why: options.purpose, help: options.help });
  }
}

/** What to do with a file of another version of the tool: nothing in it is wrong. */
function otherVersion(value: unknown, read: string): { readonly what: string; readonly help: string } | undefined {
  const written: unknown = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
  if (typeof written !== 'string' || written === read || !/^\d+(?:\.\d+)*$/.test(written)) return undefined;
  return written.localeCompare(read, 'en', { numeric: true }) > 0
    ? {
        what: `${written}, of a newer tool.`,
        help: 'Bring the tool up to date (`tool upgrade`); everybody who works on the project needs the same version. It was not changed.',
      }
    : {
        what: `${written}, of an older tool.`,
        help: 'Move it away and run `tool scan`, which writes it anew; then take over what was written into it by hand. It was not changed.',
      };
}

/** At most this many mistakes are listed: the first ones usually explain the rest. */
const MOST = 8;

function invalid(shown: string, mistakes: readonly string[], options: ReadOptions): UsageError {
  const listed = mistakes.slice(0, MOST).map((mistake) => `\n  ${shown}:${mistake}`);
  const more = mistakes.length > MOST ? `\n  and ${mistakes.length - MOST} more` : '';
  return new UsageError({ what: `${shown} is not valid.`, why: `${options.purpose}${listed.join('')}${more}`, help: options.help });
}

function describe(error: ValidationError, parsed: ParsedJson): string {
  const unknown = error.unknownKey;
  const { line, column } =
    unknown === undefined
      ? parsed.locate(error.pointer)
      : parsed.locate(`${error.pointer}/${unknown.replaceAll('~', '~0').replaceAll('/', '~1')}`, 'key');
  const subject = error.pointer === '' ? '' : `${readable(error.pointer)}: `;
  const hint =
    unknown !== undefined
      ? suggestion(unknown, error.knownKeys ?? [])
      : error.missingKey !== undefined
        ? written(error.missingKey, error.pointer, parsed.value)
        : '';
  return `${line}:${column} ${subject}${error.message}${hint}`;
}

/** The key that an object has in place of the one it lacks: most missing fields are misspelt ones. */
function written(missing: string, pointer: string, value: unknown): string {
  const holder = valueAt(value, pointer);
  const keys = typeof holder === 'object' && holder !== null ? Object.keys(holder) : [];
  const near = nearest(missing, keys);
  return near === null ? '' : `; is it the one that is written "${near}"?`;
}

/** `/environments/0/baseUrl` as a person writes it: `environments[0].baseUrl`. */
const readable = (pointer: string): string =>
  pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((key, index) =>
      /^\d+$/.test(key) && index > 0 ? `[${key}]` : /^[\w$-]+$/.test(key) ? `${index > 0 ? '.' : ''}${key}` : `[${JSON.stringify(key)}]`,
    )
    .join('');

function suggestion(typed: string, known: readonly string[]): string {
  const near = nearest(typed, known);
  return near === null ? `; the fields are ${known.join(', ')}` : `; did you mean "${near}"?`;
}

/** The candidate within a third of the letters; null when none is near. */
function nearest(typed: string, candidates: readonly string[]): string | null {
  const allowed = Math.max(2, Math.floor(typed.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, away: distance(typed.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  return ranked[0] && ranked[0].away <= allowed ? ranked[0].candidate : null;
}

export const displayPath = (file: string, root: string): string => relative(root, file).split(sep).join('/') || file;
