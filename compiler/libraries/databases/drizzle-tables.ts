import { ANY, nullable, type Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Meaning, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from '../support/fallback.js';
import { member, type Column, type Table } from './support/table.js';

export const TEXT: Shape = { kind: 'string' };
export const WHOLE: Shape = { kind: 'integer' };
const NUMBER: Shape = { kind: 'number' };
/** What column functions make; dates and JSON have modes of their own. */
const TYPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    [
      'text',
      'varchar',
      'char',
      'tinytext',
      'mediumtext',
      'longtext',
      'time',
      'interval',
      'inet',
      'cidr',
      'macaddr',
      'numeric',
      'decimal',
      'year',
    ].map((name) => [name, TEXT]),
  ),
  ...Object.fromEntries(
    ['integer', 'int', 'smallint', 'tinyint', 'mediumint', 'serial', 'smallserial', 'bigint', 'bigserial'].map((name) => [name, WHOLE]),
  ),
  ...Object.fromEntries(['real', 'doublePrecision', 'double', 'float'].map((name) => [name, NUMBER])),
  boolean: { kind: 'boolean' },
  uuid: { kind: 'string', format: 'uuid' },
  timestamp: { kind: 'string', format: 'date-time' },
  datetime: { kind: 'string', format: 'date-time' },
  date: { kind: 'string', format: 'date' },
  json: ANY,
  jsonb: ANY,
  blob: { kind: 'object' },
  binary: TEXT,
  bytea: { kind: 'object' },
};

export interface ColumnData {
  shape: Shape;
  /** The type that the program states for its values. */ stated?: () => Shape | undefined;
  required: boolean;
  generated: boolean;
  automatic: boolean;
  name: string;
  table: Table | null;
  /** Gives the column that its values are keys of. */ refersTo?: Value;
  /** How long a text may be. */ length?: number;
}
interface TableData {
  readonly table: Table;
  readonly columns: ReadonlyMap<string, Value>;
  readonly module: string;
}

/** What a column holds; a type is asked for when somebody wants to know. */
export const shapeOf = ({ shape, stated }: ColumnData): Shape => (shape.kind === 'any' ? stated?.() : undefined) ?? shape;

export const same: Transfer = (call) => call.receiver;
const getSQL: Transfer = (call) => call.unknown('a part of a query', { module: 'drizzle-orm', path: 'getSQL()' });
const changed =
  (change: (data: ColumnData, call: Call) => void): Transfer =>
  (call) => {
    const data = call.data(call.receiver, columnType);
    if (data) change(data, call);
    return call.receiver;
  };
export const columnType: HostType<ColumnData> = defineHostType<ColumnData>({
  name: 'DrizzleColumn',
  inert: true,
  methods: {
    notNull: changed((data) => {
      data.required = true;
    }),
    primaryKey: changed((data) => {
      data.required = true;
      if (data.shape.kind === 'integer') data.automatic = data.generated = true;
    }),
    default: changed((data) => {
      data.generated = true;
    }),
    $default: changed((data) => {
      data.generated = true;
    }),
    $defaultFn: changed((data) => {
      data.generated = true;
    }),
    defaultNow: changed((data) => {
      data.generated = data.automatic = true;
    }),
    defaultRandom: changed((data) => {
      data.generated = data.automatic = true;
    }),
    autoincrement: changed((data) => {
      data.generated = data.automatic = true;
    }),
    generatedAlwaysAsIdentity: changed((data) => {
      data.required = data.generated = data.automatic = true;
    }),
    generatedByDefaultAsIdentity: changed((data) => {
      data.required = data.generated = data.automatic = true;
    }),
    array: changed((data) => {
      data.shape = { kind: 'array', items: data.shape };
    }),
    unique: same,
    getSQL,
    references: changed((data, call) => {
      const [target] = call.args;
      if (target && call.isFunction(target)) data.refersTo = target;
    }),
    $type: changed((data, call) => {
      const [stated] = call.typeArguments?.() ?? [];
      if (stated) data.stated = stated;
    }),
    $onUpdate: same,
    $onUpdateFn: same,
    onUpdateNow: same,
    as: same,
  },
});

const optionsOf = (call: Call): Value | undefined => call.args.find((arg) => arg.kind === 'object' && !call.elements(arg));
function shapeFor(call: Call, kind: string): Shape {
  const options = optionsOf(call);
  const mode = options ? call.text(member(call, options, 'mode') ?? call.const('')) : null;
  if (mode === 'timestamp' || mode === 'timestamp_ms') return { kind: 'string', format: 'date-time' };
  if (mode === 'boolean') return { kind: 'boolean' };
  if (mode === 'json') return ANY;
  if (mode === 'date') return { kind: 'string', format: 'date-time' };
  if (mode === 'string') return kind === 'date' ? { kind: 'string', format: 'date' } : TEXT;
  const values = ((member(call, options, 'enum') && call.elements(member(call, options, 'enum')!)) || []).map((each) => call.text(each));
  return values.length > 0 && values.every((value) => value !== null) ? { kind: 'string', enum: values } : (TYPES[kind] ?? ANY);
}
export const column = (call: Call, shape: Shape, serial = false): Value => {
  const length = call.constant(member(call, optionsOf(call), 'length') ?? call.const(undefined));
  const limit = typeof length === 'number' && { length };
  return call.host(columnType, { shape, required: serial, generated: serial, automatic: serial, name: '', table: null, ...limit });
};
export const builders = (realm: Realm): Record<string, Value> =>
  Object.fromEntries(
    Object.keys(TYPES).map((kind) => [kind, realm.fn(kind, (call) => column(call, shapeFor(call, kind), /serial$/i.test(kind)))]),
  );
export const enumOf: Transfer = (call) => {
  const listed = (call.elements(argument(call, 1)) ?? []).map((value) => call.text(value));
  const shape: Shape = listed.length > 0 && listed.every((value) => value !== null) ? { kind: 'string', enum: listed } : TEXT;
  return call.fn('enum', (inner) => column(inner, shape), { enumValues: argument(call, 1) });
};

/** `typeof table.$inferSelect`: a type, and no value. */
const rowsType: HostType<{ readonly meaning: Meaning }> = defineHostType<{ readonly meaning: Meaning }>({
  name: 'DrizzleRow',
  inert: true,
  methods: {},
});
const rowType = (call: Call, table: Table, isInsert: boolean): Value => {
  const properties = [...table.columns.values()].map((each) => {
    const shape = each.nullable && each.shape.kind !== 'any' ? nullable(each.shape) : each.shape;
    return { name: each.name, shape, ...(!(isInsert && (each.nullable || each.generated)) && { required: true }) };
  });
  return call.host(rowsType, { meaning: { shape: { kind: 'object', properties }, optional: false } });
};
/** The member of a table that holds what the database calls it. */
export const NAME = Symbol.for('drizzle:Name');
export const tableType: HostType<TableData> = defineHostType<TableData>({
  name: 'DrizzleTable',
  inert: true,
  methods: { enableRLS: same, getSQL },
  missing: (call, key) => {
    const data = call.data(call.receiver, tableType);
    return data && (key === '$inferSelect' || key === '$inferInsert')
      ? rowType(call, data.table, key === '$inferInsert')
      : data?.columns.get(key);
  },
});
export const makeTable = (call: Call, module: string, naming?: Value): Value => {
  const [name, given] = call.args;
  const definition = given && call.isFunction(given) ? call.invoke(given, [call.record(builders(call))]) : given;
  const table: Table = { name: (name && call.text(name)) ?? '', columns: new Map(), relations: new Map() };
  const columns = new Map<string, Value>();
  for (const [key, value] of (definition && call.knownEntries?.(definition)) ?? []) {
    const data = call.data(value, columnType);
    const made: Column = {
      name: key,
      get shape() {
        return data ? shapeOf(data) : ANY;
      },
      nullable: data ? !data.required : false,
      ...(data?.generated && { generated: true }),
      ...(data?.automatic && { automatic: true }),
      ...(data?.length && data.shape.kind === 'string' && !data.shape.enum && { check: { ...data.shape, maxLength: data.length } }),
    };
    table.columns.set(key, made);
    // A builder may be spread into several tables: each has a column of its own.
    columns.set(key, data ? call.host(columnType, { ...data, name: key, table }) : value);
  }
  columnsOf.set(table, columns);
  const made = call.host(tableType, { table, columns, module });
  call.set(made, NAME, naming ? call.invoke(naming, call.args.slice(0, 1)) : argument(call, 0));
  return made;
};
const columnsOf = new WeakMap<Table, ReadonlyMap<string, Value>>();

/** Columns that name records of other tables, in the form that `useData` takes. */
export const keysOf = (call: Call, table: Table): ReadonlyMap<string, string> =>
  new Map(
    [...(columnsOf.get(table) ?? [])].flatMap(([name, value]) => {
      const target = call.data(value, columnType)?.refersTo;
      const other = target && call.data(call.invoke(target, []), columnType)?.table;
      return other ? [[name, other.name] as const] : [];
    }),
  );
export const tableOf = (call: Call, value: Value | null | undefined): Table | null =>
  value ? (call.data(value, tableType)?.table ?? null) : null;

/** What the rows of a table are, where it has another name in a query. */
const entities = new WeakMap<Table, string>();
export const entityOf = (table: Table): string => entities.get(table) ?? table.name;

/** The same columns as those of a table of another name: an alias of it, or a query in the place of one. */
export function tableLike(call: Call, name: string, given: ReadonlyMap<string, ColumnData>, entity: string, module = ''): Value {
  const table: Table = { name, columns: new Map(), relations: new Map() };
  entities.set(table, entity);
  const columns = new Map<string, Value>();
  for (const [key, data] of given) {
    table.columns.set(key, {
      name: key,
      get shape() {
        return shapeOf(data);
      },
      nullable: !data.required,
    });
    columns.set(key, call.host(columnType, { ...data, name: key, table }));
  }
  columnsOf.set(table, columns);
  return call.host(tableType, { table, columns, module });
}
export const columnsIn = (call: Call, value: Value): ReadonlyMap<string, ColumnData> =>
  new Map(
    [...(call.data(value, tableType)?.columns ?? [])].flatMap(([name, each]) => {
      const data = call.data(each, columnType);
      return data ? [[name, data] as const] : [];
    }),
  );
export const plainColumn = (shape: Shape, required: boolean): ColumnData => ({
  shape,
  required,
  generated: false,
  automatic: false,
  name: '',
  table: null,
});
