import type { Generated, Kysely } from 'kysely';

export interface Boat {
  id: Generated<number>;
  name: string;
  length: number | null;
}
interface Tables {
  boats: Boat;
}
interface AllTables extends Tables {
  ropes: { id: Generated<string> };
}
export type Database = Kysely<AllTables>;
