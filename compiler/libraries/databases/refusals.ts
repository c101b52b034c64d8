import { ANY, type Shape } from '@tool/ir';
import { errorValue, type Call, type Value } from '@tool/scanner-sdk';
import { errorOf, type ErrorClass } from '../support/errors.js';
import { comesFromRequest, typed, type Column, type Table } from './support/table.js';

const TEXT: Shape = { kind: 'string' };
/** Why a database refuses a value: it is there already, it names no record (or is named by one), it is none of its column's type. */
export type Refusal = 'taken' | 'bound' | 'unfit';

const isStrict = ({ shape }: Column): boolean =>
  shape.kind === 'integer' || shape.kind === 'number' || shape.format === 'uuid' || shape.format === 'date-time';
/** No validator has looked at it. */
const isUnchecked = (call: Call, value: Value): boolean =>
  call.alternatives(value).some((each) => each.kind === 'unknown' && each.trace !== undefined && !each.trace.derived && !each.shape);

/** What may be refused of values that come in with a request; of a table of which nothing is known anything may. */
export function refusalsOf(call: Call, table: Table | null, values: Value): ReadonlySet<Refusal> {
  const found = new Set<Refusal>();
  const entries = values.kind === 'object' ? (call.knownEntries?.(values) ?? []) : [];
  const known = table && table.columns.size > 0 ? table.columns : null;
  if (!known && [values, ...entries.map(([, value]) => value)].some((value) => comesFromRequest(call, value)))
    for (const each of ['taken', 'bound', 'unfit'] as const) found.add(each);
  for (const [name, value] of known ? entries : []) {
    const column = known!.get(name);
    if (!column || !comesFromRequest(call, value)) continue;
    if (column.unique) found.add('taken');
    if (column.references) found.add('bound');
    if (isStrict(column) && isUnchecked(call, value)) found.add('unfit');
  }
  return found;
}

const kind = (name: string, members: ErrorClass['members'] = {}, parent?: ErrorClass): ErrorClass => ({
  module: 'objection',
  path: [name],
  name,
  members,
  ...(parent && { parent }),
});
const DB_ERROR = kind('DBError', { nativeError: ANY, client: TEXT });
const CONSTRAINT = kind('ConstraintViolationError', {}, DB_ERROR);
const COLUMNS = { table: TEXT, constraint: TEXT, columns: { kind: 'array', items: TEXT } } as const;
const KINDS: Readonly<Record<Refusal, ErrorClass>> = {
  taken: kind('UniqueViolationError', COLUMNS, CONSTRAINT),
  bound: kind('ForeignKeyViolationError', { table: TEXT, constraint: TEXT }, CONSTRAINT),
  unfit: kind('DataError', {}, DB_ERROR),
};
export const NOT_FOUND = kind('NotFoundError', { statusCode: 404, data: ANY });
export const INVALID = kind('ValidationError', { statusCode: 400, type: 'ModelValidation', data: ANY });
/** What Objection exports, those of `db-errors` among them. */
export const OBJECTION_ERRORS = [
  DB_ERROR,
  CONSTRAINT,
  ...Object.values(KINDS),
  kind('NotNullViolationError', { table: TEXT, column: TEXT }, CONSTRAINT),
  kind('CheckViolationError', { table: TEXT, constraint: TEXT }, CONSTRAINT),
  NOT_FOUND,
  INVALID,
];

/** Objection throws what `db-errors` makes of the error of the driver. */
export const refuse = (call: Call, refusals: Iterable<Refusal>): void => {
  for (const refusal of refusals) call.mayThrow?.(errorOf(call, KINDS[refusal]));
};

const CODES: readonly (readonly [client: RegExp, codes: Readonly<Partial<Record<Refusal, string>>>])[] = [
  [/pg|postgres|cockroach|redshift/, { taken: '23505', bound: '23503', unfit: '22P02' }],
  [/mysql|maria/, { taken: 'ER_DUP_ENTRY', bound: 'ER_NO_REFERENCED_ROW_2' }],
  [/better-sqlite/, { taken: 'SQLITE_CONSTRAINT_UNIQUE', bound: 'SQLITE_CONSTRAINT_FOREIGNKEY' }],
  [/sqlite/, { taken: 'SQLITE_CONSTRAINT', bound: 'SQLITE_CONSTRAINT' }],
];
/** What the driver itself throws. */
export function errorsOfDriver(call: Call, client: string, refusals: Iterable<Refusal>): readonly Value[] {
  const codes = CODES.find(([of]) => of.test(client))?.[1];
  const message = typed(call, TEXT, 'a message');
  return [...refusals].flatMap((refusal) => {
    const code = codes?.[refusal];
    if (code === undefined) return [];
    const members = { code: call.const(code), ...(code.startsWith('2') && { detail: message, constraint: message, table: message }) };
    return [errorValue(call, /sqlite|mysql/.test(client) ? 'Error' : 'error', message, members)];
  });
}
/** The call may throw that: of the driver, or of Knex, which hands it on. */
export function refuseByDriver(call: Call, client: string, refusals: Iterable<Refusal>): void {
  for (const error of errorsOfDriver(call, client, refusals)) call.mayThrow?.(error);
}
