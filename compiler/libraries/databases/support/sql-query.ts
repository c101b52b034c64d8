import type { Shape } from '@tool/ir';
import type { Call, Value } from '@tool/scanner-sdk';
import { refusalsOf, type Refusal } from '../refusals.js';
import { dialectOf, rowShape, settled, type Dialect } from './sql-expressions.js';
import { statementOf, type Placeholder, type Statement } from './sql.js';
import { readTables, sqlStore } from './sql-tables.js';
import { tableNamed } from './store.js';
import { foundRows, listOf, referencesOf, takeColumns, typed, type Column } from './table.js';

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
      entity: table?.name ?? first.name,
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

function rowsOf(call: Call, statement: Statement, dialect: Dialect): Value {
  if (!statement.selected) return call.list([]);
  const { members, open, certain } = rowShape(statement, sqlStore(call), dialect);
  if (members.size === 0) return call.unknown('rows of a query');
  const record = call.record(Object.fromEntries([...members].map(([name, shape]) => [name, typed(call, settled(shape, dialect), name)])));
  if (open) call.markOpen?.(record);
  // What is inserted comes back.
  return certain || statement.kind === 'insert' ? listOf(call, record) : foundRows(call, record);
}

/** What a library gives of a statement that is handed to it as a text; null of one that gives no rows. */
export function rowsOfText(
  call: Call,
  statement: Value | undefined,
  parameters: readonly Value[],
  dialect = dialectOf(call),
): Value | null {
  const sql = sqlText(call, statement);
  const found = sql === null ? null : execute(call, sql, parameters, dialect);
  return found?.statement.selected ? found.rows : null;
}

/** One of the rows, which may be none. */
export const firstOf = (call: Call, rows: Value): Value => {
  const [row] = call.elements(rows) ?? [];
  return row ? (call.oneOf?.([row, call.const(undefined)], 'a row was found') ?? row) : call.unknown('a row of a query');
};
