import type { Shape } from '@tool/ir';
import { defineHostType, type HostType, type Realm } from '@tool/scanner-sdk';
import type { Column, Table } from './table.js';

/** The tables of a program's database that are stated outside of its queries, by lower-case name: in migrations, in files of SQL. */
export interface Store {
  readonly tables: Map<string, Table>;
  /** Types that the program makes of texts: `create type mood as enum (…)`. */
  readonly enums: Map<string, readonly string[]>;
  /** Sources that were read into it already. */
  readonly read: Set<string>;
  /** Types that PostgreSQL writes as texts, by its number, which the program has parsed as it likes. */
  readonly numbers: Set<number>;
}

const identity: HostType<null> = defineHostType<null>({ name: 'database.store', inert: true, methods: {} });
const stores = new WeakMap<object, Store>();

/** The store of one scan. */
export function storeOf(realm: Realm): Store {
  const key = realm.prototype(identity);
  let store = stores.get(key);
  if (!store) stores.set(key, (store = { tables: new Map(), enums: new Map(), read: new Set(), numbers: new Set() }));
  return store;
}

export const tableNamed = (store: Store, name: string): Table | null => store.tables.get(plain(name)) ?? null;

/** A table by its name, made when there is none: `schema.users` and `"users"` are `users`. */
export function addTable(store: Store, name: string): Table {
  const key = plain(name);
  let table = store.tables.get(key);
  if (!table) store.tables.set(key, (table = { name: unquoted(name), columns: new Map(), relations: new Map() }));
  return table;
}
/** A table as a model of the program describes it, by the names that its columns have in the database; `name` is the model's. */
export function lendTable(store: Store, names: readonly string[], name: string, columns: () => Iterable<Column>): void {
  const table: Table = {
    name,
    get columns() {
      return new Map([...columns()].map(({ stored, ...column }) => [stored ?? column.name, { ...column, name: stored ?? column.name }]));
    },
    relations: new Map(),
  };
  for (const each of names) store.tables.set(plain(each), table);
}
export const removeTable = (store: Store, name: string): void => {
  store.tables.delete(plain(name));
};

const unquoted = (name: string): string =>
  name
    .split('.')
    .at(-1)!
    .replaceAll(/["`[\]]/g, '')
    .trim();
const plain = (name: string): string => unquoted(name).toLowerCase();

export const columnOf = (name: string, shape: Shape, nullable = true): Column => ({ name, shape, nullable });
