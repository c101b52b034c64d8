import type { DataUse, Shape } from '@tool/ir';
import { withoutNull, type Call, type Value } from '@tool/scanner-sdk';
import { columnShape, foundRows, listOf, typed, type Table } from './table.js';

/** A database whose tables a type of the program lists: table → row. */
export interface TypedDatabase {
  readonly tables: Map<string, Table | null>;
  /** Types that the program states for it, asked for a table when one is named. */
  readonly stated: ((table?: string) => Shape | undefined)[];
  /** Queries that have names of their own: `with`. */
  readonly named: ReadonlyMap<string, TypedQuery>;
}
/** Where rows come from: a table, or a query in place of one. */
export interface RowSource {
  readonly name: string;
  readonly alias: string;
  readonly table: Table | null;
  readonly query: TypedQuery | null;
  readonly optional: boolean;
}
/** A piece of a query that has a value; `aggregate`: there is one value whatever the rows are. */
export interface Expression {
  readonly value: (call: Call) => Value;
  readonly alias: string | null;
  readonly aggregate: boolean;
}
/** What is selected: one value under a name, or all of a source (of all sources: null). */
export type Selected =
  | { readonly name: string; readonly value: (call: Call) => Value; readonly aggregate: boolean }
  | { readonly all: string | null };
/** What a chain of calls said so far. Each step makes a new one, as the builder does; `at` is its last call, which is where it is written. */
export interface TypedQuery {
  readonly database: TypedDatabase;
  readonly operation: 'create' | 'list' | 'update' | 'delete';
  readonly sources: readonly RowSource[];
  readonly selection: readonly Selected[];
  /** Something is selected of which nobody knows the name. */
  readonly vague: boolean;
  readonly grouped: boolean;
  readonly where: Readonly<Record<string, Value>>;
  readonly values: Value | null;
  readonly at: Call;
}

/** The table that a type lists under the name, with the columns that its type has. */
export function typedTable(database: TypedDatabase, name: string): Table | null {
  let table = database.tables.get(name);
  if (table === undefined)
    database.tables.set(
      name,
      (table = tableOfShape(
        name,
        database.stated.map((stated) => stated(name)).find((shape) => shape?.kind === 'object' && shape.properties !== undefined),
      )),
    );
  return table;
}

const tableOfShape = (name: string, shape: Shape | undefined): Table | null =>
  !shape?.properties || shape.properties.length === 0
    ? null
    : {
        name,
        relations: new Map(),
        columns: new Map(
          shape.properties.map((property) => [
            property.name,
            {
              name: property.name,
              shape: withoutNull(property.shape),
              nullable: property.shape.kind === 'union' && property.shape.alternatives!.some(({ kind }) => kind === 'null'),
            },
          ]),
        ),
      };

/** `name`, `name as alias`. */
export const nameAndAlias = (text: string): readonly [string, string] => {
  const [, name, alias] = /^\s*(.+?)(?:\s+as\s+(\S+))?\s*$/i.exec(text) ?? ['', text, undefined];
  return [name, alias ?? name.split('.').at(-1)!];
};

/** The members that a source gives, or null when they are not known. */
function membersOf(call: Call, source: RowSource): Record<string, Value> | null {
  if (source.query) {
    const inner = members(call, source.query);
    return (
      inner &&
      Object.fromEntries(
        Object.entries(inner.known).map(([name, value]) => [
          name,
          source.optional ? (call.oneOf?.([value, call.const(null)], `a row of ${source.alias} was found`) ?? value) : value,
        ]),
      )
    );
  }
  if (!source.table) return null;
  return Object.fromEntries(
    [...source.table.columns.values()].map((column) => [
      column.name,
      typed(call, columnShape(source.optional ? { ...column, nullable: true } : column), `${source.name}.${column.name}`),
    ]),
  );
}

/** `column`, `source.column`, `schema.source.column`. */
export function columnValue(call: Call, query: Pick<TypedQuery, 'sources'>, written: string): Value {
  const parts = written.split('.'),
    name = parts.at(-1)!,
    owner = parts.at(-2);
  for (const source of query.sources) {
    if (owner !== undefined && source.alias !== owner) continue;
    const found = membersOf(call, source)?.[name];
    if (found) return found;
  }
  return call.unknown(`the column ${written}`);
}

/** The column of a table that a text names. */
export function columnNamed(query: Pick<TypedQuery, 'sources'>, written: string): { readonly table: Table; readonly name: string } | null {
  const parts = written.split('.'),
    name = parts.at(-1)!,
    owner = parts.at(-2);
  const source = query.sources.find(({ alias, table }) => (owner === undefined || alias === owner) && table?.columns.has(name));
  return source?.table ? { table: source.table, name } : null;
}

/** What a row of the query has; `open`: and more of which nothing is known. Null when nothing is. */
function members(call: Call, query: TypedQuery): { readonly known: Record<string, Value>; readonly open: boolean } | null {
  const known: Record<string, Value> = {};
  let open = query.vague;
  for (const selected of query.selection) {
    if ('name' in selected) {
      known[selected.name] = selected.value(call);
      continue;
    }
    for (const source of query.sources) {
      if (selected.all !== null && source.alias !== selected.all) continue;
      const all = membersOf(call, source);
      if (all) Object.assign(known, all);
      else open = true;
    }
  }
  return Object.keys(known).length === 0 ? null : { known, open };
}

/** A row of the query; null when nothing is known of it. */
export function rowOf(call: Call, query: TypedQuery): Value | null {
  const found = members(call, query);
  if (!found) return null;
  const record = call.record(found.known);
  if (found.open) call.markOpen?.(record);
  return record;
}

/** There is a row whatever the tables hold: aggregates of all rows, and what has just been written. */
export const isSure = (query: TypedQuery): boolean =>
  query.operation === 'create' ||
  (query.operation === 'list' &&
    !query.grouped &&
    query.selection.length > 0 &&
    query.selection.every((selected) => 'name' in selected && selected.aggregate));
export const rowsOf = (call: Call, query: TypedQuery, row: Value): Value => (isSure(query) ? listOf : foundRows)(call, row);

/** Tells what the query does when it is run. */
export function tellQuery(query: TypedQuery, one: boolean): void {
  let [first] = query.sources;
  while (first?.query) [first] = first.query.sources;
  if (!first) return;
  const operation: DataUse['operation'] = one && query.operation === 'list' ? 'read' : query.operation;
  query.at.useData?.({
    operation,
    entity: first.name,
    ...(Object.keys(query.where).length > 0 && { where: query.at.record(query.where) }),
    ...(query.values && { values: query.values }),
  });
}
