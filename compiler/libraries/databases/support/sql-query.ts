import { ANY, type Shape } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { refusalsOf, type Refusal } from '../refusals.js';
import { statementOf, type Placeholder, type Selected, type Statement } from './sql.js';
import { readTables, sqlStore } from './sql-tables.js';
import { tableNamed } from './store.js';
import { columnShape, foundRows, listOf, referencesOf, takeColumns, typed, type Column } from './table.js';

/** How a database's driver gives values. */
export interface Dialect {
  /** What `count(…)` comes as. */
  readonly count: Shape;
  /** What columns of a boolean type come as. */
  readonly truth: Shape;
}
export const postgres: Dialect = { count: { kind: 'string' }, truth: { kind: 'boolean' } };
export const numeric: Dialect = { count: { kind: 'integer' }, truth: { kind: 'integer' } };

/** A text of SQL; what is put into it by run time is a placeholder of no value. */
export function sqlText(call: Call, value: Value | undefined): string | null {
  if (!value) return null;
  if (value.kind === 'template') return value.parts.map((part) => (typeof part === 'string' ? part : ' NULL ')).join('');
  const text = call.text(value);
  if (text !== null) return text;
  return value.kind === 'oneOf' ? sqlText(call, call.alternatives(value)[0]) : null;
}

export interface Executed {
  readonly statement: Statement;
  readonly rows: Value;
  /** Why the database may refuse what it writes. */
  readonly refusals: ReadonlySet<Refusal>;
  /** The same as far as the project's SQL says so of the columns. */
  readonly statedRefusals: readonly Refusal[];
}

const YIELDS = /\bon\s+(?:conflict|duplicate)\b|\b(?:insert|update)\s+(?:or\s+)?(?:ignore|replace)\b|^\s*replace\b/i;

/** Runs a statement: says what of a request goes where, and gives the rows. Null when nothing is known of it. */
export function execute(call: Call, sql: string, parameters: readonly Value[], dialect: Dialect): Executed | null {
  const statement = statementOf(sql);
  const store = sqlStore(call);
  if (!statement) {
    readTables(store, sql);
    return null;
  }
  const [first] = statement.sources;
  const table = first ? tableNamed(store, first.name) : null;
  const bound = (pairs: Statement['written']): Record<string, Value> =>
    Object.fromEntries(
      pairs.flatMap(([column, mark]) => {
        const value = parameterAt(call, parameters, mark);
        return value ? [[column, value] as const] : [];
      }),
    );
  const where = bound(statement.compared),
    values = bound(statement.written);
  for (const [name, value] of [...Object.entries(where), ...Object.entries(values)]) {
    const column = table?.columns.get(name);
    if (column) call.takenAs?.(value, shapeIn(dialect, column));
  }
  const record = statement.record === undefined ? null : (parameterAt(call, parameters, statement.record) ?? parameters[0] ?? null);
  if (record && table) takeColumns(call, table, record, { nested: new Set(), operands: () => null });
  const operation = { select: 'list', insert: 'create', update: 'update', delete: 'delete' } as const;
  if (first?.name)
    call.useData?.({
      operation: operation[statement.kind],
      entity: first.name,
      ...(table && { references: referencesOf(table) }),
      ...(Object.keys(where).length > 0 && { where: call.record(where) }),
      ...(record?.kind === 'object' ? { values: record } : Object.keys(values).length > 0 && { values: call.record(values) }),
    });
  const isWritten = statement.kind === 'insert' || statement.kind === 'update';
  const written = record?.kind === 'object' ? record : call.record(values);
  const refusals = new Set(isWritten ? refusalsOf(call, table, written) : []);
  // What is there already is left, or written over.
  if (YIELDS.test(sql)) refusals.delete('taken');
  const statedRefusals = table && table.columns.size > 0 ? [...refusals].filter((refusal) => refusal !== 'unfit') : [];
  return { statement, rows: rowsOf(call, statement, dialect), refusals, statedRefusals };
}

/** Values are a list, a record of names, or the arguments themselves. */
function parameterAt(call: Call, parameters: readonly Value[], mark: Placeholder): Value | null {
  const [first] = parameters;
  const list = first && call.elements(first);
  if (typeof mark === 'number') return (list ?? parameters)[mark] ?? null;
  return first?.kind === 'object' && !list ? call.get(first, mark) : null;
}

const shapeIn = (dialect: Dialect, column: Column): Shape => (column.shape.kind === 'boolean' ? dialect.truth : column.shape);
const valueOf = (call: Call, dialect: Dialect, column: Column, optional: boolean): Value =>
  typed(call, columnShape({ ...column, shape: shapeIn(dialect, column), nullable: column.nullable || optional }), column.name);

function rowsOf(call: Call, { kind, sources, selected }: Statement, dialect: Dialect): Value {
  if (!selected) return call.list([]);
  const store = sqlStore(call);
  const known = sources.map((source) => ({ ...source, table: tableNamed(store, source.name) }));
  const members: Record<string, Value> = {};
  let open = false;
  const whole = (name: string | undefined): void => {
    for (const source of known) {
      if (name !== undefined && source.alias !== name && source.name !== name) continue;
      if (!source.table) {
        open = true;
        continue;
      }
      for (const column of source.table.columns.values()) members[column.name] = valueOf(call, dialect, column, source.optional);
      // What the project's SQL does not say of the table, other SQL may.
      open = true;
    }
    if (known.length === 0) open = true;
  };
  const one = (item: Selected): void => {
    if (item.column === '*') {
      whole(item.table);
      return;
    }
    if (item.name === null) {
      if (item.call && dialect === postgres) members[item.call] = typed(call, resultShape(item.call, dialect), item.call);
      else open = true;
      return;
    }
    const source = known.find(
      (each) =>
        (item.table === undefined || each.alias === item.table || each.name === item.table) && each.table?.columns.has(item.column ?? ''),
    );
    const column = item.column === undefined ? undefined : source?.table?.columns.get(item.column);
    members[item.name] = column
      ? valueOf(call, dialect, column, source!.optional)
      : item.call
        ? typed(call, resultShape(item.call, dialect), item.name)
        : call.unknown(`the column ${item.name}`);
  };
  selected.forEach(one);
  if (Object.keys(members).length === 0) return call.unknown('rows of a query');
  const record = call.record(members);
  if (open) call.markOpen?.(record);
  // An aggregate over all rows has one row always, and what is inserted comes back.
  const certain = kind === 'insert' || selected.every((item) => item.column === undefined && item.call !== undefined);
  return certain ? listOf(call, record) : foundRows(call, record);
}

const resultShape = (name: string, dialect: Dialect): Shape =>
  name === 'count'
    ? dialect.count
    : /^(?:lower|upper|concat|trim|substr(?:ing)?|replace|to_char|group_concat|string_agg|date_format|strftime)$/.test(name)
      ? { kind: 'string' }
      : ANY;

/** One of the rows, which may be none. */
export const firstOf = (call: Call, rows: Value): Value => {
  const [row] = call.elements(rows) ?? [];
  return row ? (call.oneOf?.([row, call.const(undefined)], 'a row was found') ?? row) : call.unknown('a row of a query');
};
