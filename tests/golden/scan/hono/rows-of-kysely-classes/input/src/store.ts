import SQLite from 'better-sqlite3';
import { Kysely, SqliteDialect, type ColumnType } from 'kysely';

// As generators of such types write them.
export type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
export type Boat = { hull: Generated<number>; name: string; sails: number | null; afloat: Generated<boolean> };
type Berth = { 'berth_no': string; boat_hull: number };
export type Tables = { boats: Boat; 'berths': Berth };

export class Store extends Kysely<Tables> {
  constructor() { super({ dialect: new SqliteDialect({ database: new SQLite('jetty.db') }) }); }
}
