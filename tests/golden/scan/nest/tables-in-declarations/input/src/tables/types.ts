import { Kysely, Selectable, Transaction } from 'kysely';
import { Seeds } from '@tables/db';
import { AllTables } from '@tables/interface';

export type Store = Kysely<AllTables>;
export type StoreTransaction = Transaction<AllTables>;
export type Seed = Selectable<Seeds>;
