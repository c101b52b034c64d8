import { ANY, type Shape } from '@tool/ir';
import { defineHostType, type Call, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, promised } from '../support/fallback.js';
import { addTable, removeTable, storeOf, tableNamed, type Store } from './support/store.js';
import type { Column, Table } from './support/table.js';
import { BIG, EXACT, SKIPPED, sqlStore } from './support/sql-tables.js';

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const TIME: Shape = { kind: 'string', format: 'date-time' };
/** What columns of a type hold, as JSON writes it. Decimals and large integers are texts with some drivers and numbers with others. */
const TYPES: Readonly<Record<string, Shape>> = {
  increments: WHOLE,
  bigIncrements: WHOLE,
  integer: WHOLE,
  int: WHOLE,
  tinyint: WHOLE,
  smallint: WHOLE,
  mediumint: WHOLE,
  bigint: ANY,
  bigInteger: ANY,
  string: TEXT,
  varchar: TEXT,
  char: TEXT,
  text: TEXT,
  float: { kind: 'number' },
  double: { kind: 'number' },
  decimal: ANY,
  boolean: { kind: 'boolean' },
  bool: { kind: 'boolean' },
  date: { kind: 'string', format: 'date-time' },
  datetime: TIME,
  dateTime: TIME,
  timestamp: TIME,
  time: TEXT,
  binary: ANY,
  json: ANY,
  jsonb: ANY,
  uuid: { kind: 'string', format: 'uuid' },
  specificType: ANY,
  geometry: ANY,
  geography: ANY,
  point: ANY,
};

const WIDE: Readonly<Record<string, Shape>> = { bigIncrements: BIG, bigint: BIG, bigInteger: BIG, decimal: EXACT };

interface Draft {
  readonly table: Table;
  readonly name: string;
}
const same: Transfer = (call) => call.receiver;
const changed =
  (change: (column: Column) => Partial<Column>): Transfer =>
  (call) => {
    const draft = call.data(call.receiver, columnType);
    const column = draft?.table.columns.get(draft.name);
    if (draft && column) draft.table.columns.set(draft.name, { ...column, ...change(column) });
    return call.receiver;
  };
/** `references('id').inTable('users')`, `references('users.id')`. */
const refersTo =
  (tableIn: (text: string) => string | null): Transfer =>
  (call, host) => {
    const text = call.text(argument(call, 0)),
      table = text === null ? null : tableIn(text);
    return changed(() => (table === null ? {} : { references: table }))(call, host);
  };
const columnType: HostType<Draft> = defineHostType<Draft>({
  name: 'KnexColumn',
  inert: true,
  methods: {
    inTable: refersTo((text) => text),
    references: refersTo((text) => (text.includes('.') ? text.split('.').at(-2)! : null)),
    notNullable: changed(() => ({ nullable: false })),
    notNull: changed(() => ({ nullable: false })),
    primary: changed(() => ({ nullable: false })),
    nullable: changed(() => ({ nullable: true })),
    unique: changed(() => ({ unique: true })),
    defaultTo: changed(() => ({ generated: true })),
  },
  missing: (call, key) => (key === 'then' ? undefined : call.fn(key, same)),
});

const added =
  (shape: Shape, more: Partial<Column> = {}): Transfer =>
  (call) => {
    const table = call.data(call.receiver, tableType)?.table;
    const name = call.text(argument(call, 0)) ?? (more.automatic ? 'id' : null);
    if (!table || name === null) return call.unknown('a column');
    table.columns.set(name, { name, shape, nullable: true, ...more });
    return call.host(columnType, { table, name });
  };
const enumerated: Transfer = (call) => {
  const listed = (call.elements(argument(call, 1)) ?? []).map((each) => call.text(each));
  return added(listed.length > 0 && listed.every((each) => each !== null) ? { kind: 'string', enum: listed } : TEXT)(
    call,
    undefined as never,
  );
};
/** `timestamps(useTimestamps, defaultToNow, useCamelCase)`. */
const timestamps: Transfer = (call) => {
  const table = call.data(call.receiver, tableType)?.table;
  const names = call.truthy(argument(call, 2)) === true ? ['createdAt', 'updatedAt'] : ['created_at', 'updated_at'];
  const filled = call.truthy(argument(call, 1)) === true;
  for (const name of names)
    table?.columns.set(name, { name, shape: TIME, nullable: !filled, ...(filled && { generated: true, automatic: true }) });
};
const dropped: Transfer = (call) => {
  const table = call.data(call.receiver, tableType)?.table;
  for (const name of call.args.flatMap((arg) => call.elements(arg) ?? [arg]).map((arg) => call.text(arg)))
    if (name !== null) table?.columns.delete(name);
};
const renamed: Transfer = (call) => {
  const table = call.data(call.receiver, tableType)?.table;
  const [from, to] = [call.text(argument(call, 0)), call.text(argument(call, 1))];
  const column = table && from !== null ? table.columns.get(from) : undefined;
  if (!table || !column || to === null) return;
  table.columns.delete(from!);
  table.columns.set(to, { ...column, name: to });
};
const tableType: HostType<{ readonly table: Table }> = defineHostType<{ readonly table: Table }>({
  name: 'KnexTable',
  inert: true,
  methods: {
    ...Object.fromEntries(
      Object.entries(TYPES).map(([name, shape]) => [
        name,
        added(shape, {
          ...(/increments$/i.test(name) && { nullable: false, generated: true, automatic: true }),
          ...(WIDE[name] && { wide: WIDE[name] }),
        }),
      ]),
    ),
    enum: enumerated,
    enu: enumerated,
    timestamps,
    dropColumn: dropped,
    dropColumns: dropped,
    renameColumn: renamed,
    dropTimestamps: (call) => {
      for (const name of ['created_at', 'updated_at']) call.data(call.receiver, tableType)?.table.columns.delete(name);
    },
  },
  missing: (call, key) =>
    key === 'then'
      ? undefined
      : call.fn(key, (inner) => inner.host(columnType, { table: { name: '', columns: new Map(), relations: new Map() }, name: '' })),
});

const build =
  (fresh: boolean): Transfer =>
  (call) => {
    const name = call.text(argument(call, 0));
    const define = call.args.find((arg) => call.isFunction(arg));
    if (name === null || !define) return call.receiver;
    const store = storeOf(call);
    if (fresh) removeTable(store, name);
    const made = call.host(tableType, { table: addTable(store, name) });
    call.invoke(define, [made], made);
    return call.receiver;
  };
const drop: Transfer = (call) => {
  const name = call.text(argument(call, 0));
  if (name !== null) removeTable(storeOf(call), name);
  return call.receiver;
};
const rename: Transfer = (call) => {
  const [from, to] = [call.text(argument(call, 0)), call.text(argument(call, 1))];
  const store = storeOf(call);
  const table = from !== null ? tableNamed(store, from) : null;
  if (table && to !== null) {
    removeTable(store, from!);
    for (const column of table.columns.values()) addTable(store, to).columns.set(column.name, column);
  }
  return call.receiver;
};
const has =
  (test: (call: Call, store: Store, name: string) => boolean): Transfer =>
  (call) => {
    const name = call.text(argument(call, 0));
    return name === null ? call.unknown('whether there is a table') : call.const(test(call, storeOf(call), name));
  };

/** `knex.schema`. */
const schemaType: HostType<null> = defineHostType<null>({
  name: 'KnexSchema',
  inert: true,
  methods: {
    createTable: build(true),
    createTableIfNotExists: build(false),
    alterTable: build(false),
    table: build(false),
    dropTable: drop,
    dropTableIfExists: drop,
    renameTable: rename,
    hasTable: has((_call, store, name) => tableNamed(store, name) !== null),
    // Steps of a migration that are chained make their tables in their order.
    then: (call) => {
      const [resolve] = call.args;
      const nothing = call.const(undefined);
      return promised(call, resolve && call.isFunction(resolve) ? call.awaited(call.invoke(resolve, [nothing])) : nothing);
    },
    hasColumn: has((call, store, name) => tableNamed(store, name)?.columns.has(call.text(argument(call, 1)) ?? '') === true),
  },
  missing: (call, key) => (key === 'then' ? undefined : call.fn(key, same)),
});
export const schemaBuilder = (call: Call): Value => call.host(schemaType, null);

const MAX_FILES = 400;
const MIGRATION = /\.[cm]?[jt]s$/;
/** Files of migrations: in folders of that name, in their order. */
function migrationFiles(call: Call): string[] {
  const { project } = call;
  if (!project) return [];
  const found: string[] = [];
  const visit = (folder: string, depth: number): void => {
    for (const entry of project.readDirectory(folder) ?? []) {
      if (!entry.directory || SKIPPED.test(entry.name)) continue;
      const path = `${folder}/${entry.name}`;
      if (/^migrations?$/.test(entry.name))
        for (const file of [...(project.readDirectory(path) ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)))
          if (!file.directory && MIGRATION.test(file.name) && !file.name.endsWith('.d.ts') && found.length < MAX_FILES)
            found.push(`${path}/${file.name}`);
      if (depth < 3) visit(path, depth + 1);
    }
  };
  visit(project.workingDirectory, 0);
  return found;
}

/** Runs the program's migrations once, so that the tables which queries name are known. `database` is what migrations are given. */
export function migrate(call: Call, database: Value): Store {
  const store = storeOf(call);
  if (store.read.has('knex')) return store;
  store.read.add('knex');
  for (const file of migrationFiles(call)) {
    const text = call.project!.readText(file);
    if (text === null || !/createTable|alterTable|schema\s*\.\s*(?:table|rename)/.test(text)) continue;
    call.attempt('a migration', () => {
      const module = call.project!.load(file);
      const own = module.kind === 'object' ? call.get(module, 'up') : module;
      const up = call.isFunction(own) ? own : module.kind === 'object' ? call.get(call.get(module, 'default'), 'up') : own;
      if (call.isFunction(up)) call.awaited(call.invoke(up, [database]));
    });
  }
  // Where the program's migrations make no tables, those are in files of SQL that another tool runs.
  return store.tables.size > 0 ? store : sqlStore(call);
}
