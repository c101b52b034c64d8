import { ANY, type Shape } from '@tool/ir';
import type { Call } from '@tool/scanner-sdk';
import { closing, plainToken, tokensOf } from './sql.js';
import { addTable, removeTable, storeOf, type Store } from './store.js';
import { IS_MIGRATION, runMigration } from './table-migrations.js';

/** Integers of eight bytes, and exact fractions, as the database has them: each driver gives them its own way. */
export const BIG: Shape = { kind: 'integer', format: 'int64' };
export const EXACT: Shape = { kind: 'number', format: 'decimal' };

const TYPES: readonly (readonly [RegExp, Shape])[] = [
  [/^bigserial|^bigint|^int8/, BIG],
  [/^(?:numeric|decimal|dec$|number$)/, EXACT],
  [/^(?:small|tiny|medium)?int|^integer|^serial|^smallserial/, { kind: 'integer' }],
  [/^bool/, { kind: 'boolean' }],
  [/^(?:real|float|double)/, { kind: 'number' }],
  [/^(?:text|tinytext|mediumtext|longtext|varchar|nvarchar|char|character|citext|enum|set$|inet)/, { kind: 'string' }],
  [/^uuid/, { kind: 'string', format: 'uuid' }],
  [/^(?:date|timestamp|datetime)/, { kind: 'string', format: 'date-time' }],
  [/^time/, { kind: 'string' }],
];
/** A type as it is written, in tokens: `varchar(20)`, `double precision`, `text[]`. */
export function shapeOfType(tokens: readonly string[]): Shape {
  const kind = (tokens[0] ?? '').toLowerCase();
  const shape = TYPES.find(([pattern]) => pattern.test(kind))?.[1] ?? (/^(?:unsigned|signed)$/.test(kind) ? BIG : ANY);
  return tokens.includes('[') ? { kind: 'array', items: shape } : shape;
}

const SERIAL = /^(?:small)?serial/;
const CONSTRAINT = /^(?:primary|foreign|unique|constraint|check|key|index|fulltext|exclude|like)$/i;

/** Reads `create table` and `alter table` of a text into the store. */
export function readTables(store: Store, sql: string): void {
  if (!/\b(?:create|alter)\s+(?:(?:\w+\s+)?table|type)\b/i.test(sql)) return;
  let statement: string[] = [];
  for (const token of [...tokensOf(sql), ';'])
    if (token === ';') {
      readStatement(store, statement);
      statement = [];
    } else statement.push(token);
}

function readStatement(store: Store, tokens: readonly string[]): void {
  const words = tokens.slice(0, 8).map((token) => token.toLowerCase());
  const at = words.indexOf('table');
  if (words[0] === 'create' && words[1] === 'type') {
    const open = tokens.indexOf('(');
    if (words[open - 1] === 'enum') store.enums.set(plainToken(tokens[open - 3]!).toLowerCase(), textsIn(tokens.slice(open)));
    return;
  }
  if (at < 1 || at > 3) {
    return;
  }
  const index = words[at + 1] === 'if' ? at + (words[at + 2] === 'not' ? 4 : 3) : at + 1;
  let name = tokens[index] ?? '';
  let next = index + 1;
  while (tokens[next] === '.') {
    name = tokens[next + 1] ?? '';
    next += 2;
  }
  if (words[0] === 'drop') {
    removeTable(store, name);
    return;
  }
  const table = addTable(store, plainToken(name));
  if (words[0] === 'create' && tokens[next] === '(') {
    for (const part of commas(tokens.slice(next + 1, closing(tokens, next)))) column(store, table, part);
    return;
  }
  if (words[0] === 'alter')
    for (const part of commas(tokens.slice(next)))
      if (/^add$/i.test(part[0] ?? ''))
        column(store, table, part.slice(/^column$/i.test(part[1] ?? '') ? (/^if$/i.test(part[2] ?? '') ? 5 : 2) : 1));
}

function commas(tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    if (token === ',' && depth === 0) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

/** The table that a column's values name: `references gates (id)`. */
function referred(part: readonly string[]): string | undefined {
  const [name, dot, rest] = part.slice(part.findIndex((token) => /^references$/i.test(token)) + 1 || part.length);
  return name === undefined ? undefined : plainToken(dot === '.' ? rest! : name);
}

/** The texts of a list in brackets. */
const textsIn = (tokens: readonly string[]): readonly string[] =>
  tokens
    .slice(1, tokens.indexOf(')'))
    .filter((token) => token !== ',')
    .map((token) => token.replaceAll(/^'|'$/g, ''));

function column(store: Store, table: ReturnType<typeof addTable>, part: readonly string[]): void {
  const [name, type = ''] = part;
  const words = part.map((token) => token.toLowerCase());
  if (name === undefined || (CONSTRAINT.test(name) && !/^["`[]/.test(name))) {
    const isPrimary = words.includes('primary'),
      open = part.indexOf('('),
      references = referred(part);
    // `primary key (id)`: none of its columns is empty.
    for (const key of part.slice(open + 1, closing(part, open))) {
      const own = table.columns.get(plainToken(key));
      if (!own) continue;
      const isUnique = isPrimary || words.includes('unique');
      if (isUnique || references !== undefined)
        table.columns.set(own.name, {
          ...own,
          ...(isPrimary && { nullable: false }),
          ...(isUnique && { unique: true }),
          ...(references !== undefined && { references }),
        });
    }
    return;
  }
  const kind = type.toLowerCase();
  const primary = words.includes('primary');
  const serial =
    SERIAL.test(kind) ||
    /^bigserial/.test(kind) ||
    words.some((word) => /^auto_?increment$/.test(word)) ||
    words.includes('identity') ||
    (primary && /^integer$/.test(kind));
  const stored = TYPES.find(([pattern]) => pattern.test(kind))?.[1] ?? ANY;
  const isWide = stored === BIG || stored === EXACT;
  const shape = isWide ? ANY : stored;
  const defaulted = words.includes('default');
  const listed = kind === 'enum' && part[2] === '(' ? textsIn(part.slice(2)) : store.enums.get(plainToken(kind));
  table.columns.set(plainToken(name), {
    name: plainToken(name),
    shape:
      words[2] === 'array' || words.includes('[') ? { kind: 'array', items: shape } : listed ? { kind: 'string', enum: listed } : shape,
    ...(isWide && { wide: stored }),
    nullable: !(primary || serial || words.some((word, index) => word === 'not' && words[index + 1] === 'null')),
    ...((primary || words.includes('unique')) && { unique: true }),
    ...(referred(part) !== undefined && { references: referred(part)! }),
    ...((serial || defaulted) && { generated: true }),
    ...((serial || /^(?:now|current_timestamp)$/.test(words[words.indexOf('default') + 1] ?? '')) && { automatic: true }),
  });
}

/** Texts in a program that make tables: `db.query(`create table …`)` of a script that is run by itself. */
function statementsIn(source: string): readonly string[] {
  const found: string[] = [];
  let end = 0;
  for (const { index } of source.matchAll(/\bcreate\s+table\b/gi)) {
    const start = Math.max(...['`', "'", '"'].map((quote) => source.lastIndexOf(quote, index)));
    if (start < end) continue;
    end = source.indexOf(source[start]!, index);
    if (end < 0) break;
    found.push(source.slice(start + 1, end++));
  }
  return found;
}
const MAKES_TABLES =
  /(?:\/(?:migrations?|database|db|sql|scripts?)\/[^/]+|(?:migrat|schema|tables?|init|set-?up|create|seed|database|(?:\/|[_-])db|sql)[^/]*)\.[cm]?[jt]s$/i;

export const SKIPPED = /^(?:node_modules|dist|build|coverage|public|client|frontend|\..*)$/;
/** Folders beside the server's that hold the tables of all. */
const OF_TABLES = /^(?:databases?|db|sql|schemas?|migrations?|supabase)$/i;
const MAX_FILES = 200;
const MAX_SIZE = 400_000;

/** The tables that files of SQL in the project make, read once. */
export function sqlStore(call: Call): Store {
  const store = storeOf(call);
  const { project } = call;
  if (store.read.has('sql') || !project) return store;
  store.read.add('sql');
  let left = MAX_FILES;
  const visit = (folder: string, depth: number, beside = false): void => {
    for (const entry of [...(project.readDirectory(folder) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.directory) {
        if (beside ? OF_TABLES.test(entry.name) : depth < 4 && !SKIPPED.test(entry.name)) visit(path, depth + 1);
        continue;
      }
      const isProgram = MAKES_TABLES.test(path) && !/\.(?:d|spec|test)\.\w+$/.test(path);
      if (!(isProgram || /\.sql$/i.test(entry.name)) || /(?:^|[._-])(?:down|rollback|undo)\.(?:.*\.)?sql$/i.test(entry.name) || left-- <= 0)
        continue;
      const text = project.readText(path);
      if (text === null || text.length >= MAX_SIZE) continue;
      if (isProgram && IS_MIGRATION.test(text)) runMigration(call, store, path);
      else for (const each of isProgram ? statementsIn(text) : [text]) readTables(store, each);
    }
  };
  let folder = project.workingDirectory;
  visit(folder, 0);
  // Where the server's folder has none: those that lie beside it, and beside what it is in.
  while (store.tables.size === 0 && folder.includes('/')) {
    folder = folder.slice(0, folder.lastIndexOf('/'));
    if (!project.readDirectory(folder)) break;
    visit(folder, 0, true);
  }
  return store;
}
