import type { Generated, Kysely } from 'kysely';

export interface Boat {
  id: Generated<number>;
  name: string;
  length: number | null;
}
interface Tables {
  boats: Boat;
}
export type Database = Kysely<Tables>;
