import { Injectable } from '@nestjs/common';
import { ExpressionBuilder } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { InjectKysely } from 'nestjs-kysely';
import { AllTables } from '@tables/interface';
// No `import type`: the names are those of types all the same.
import { Seed, Store, StoreTransaction } from '@tables/types';

const storeOr = (store: Store, transaction?: StoreTransaction): Store | StoreTransaction => (transaction ? transaction : store);

@Injectable()
export class SeedsRepo {
  constructor(@InjectKysely() private readonly store: Store) {}

  async find(id: string, options?: { withKeeper: boolean }): Promise<Seed> {
    return this.store
      .selectFrom('seeds')
      .selectAll('seeds')
      .$if(options?.withKeeper, (query) => query.select(this.withKeeper))
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async insert(seed: Partial<Seed>, transaction?: StoreTransaction): Promise<Seed> {
    return storeOr(this.store, transaction).insertInto('seeds').values(seed).returningAll().executeTakeFirstOrThrow();
  }

  withKeeper(builder: ExpressionBuilder<AllTables, 'seeds'>) {
    return jsonObjectFrom(
      builder.selectFrom('keepers').select(['keepers.id', 'keepers.name']).whereRef('keepers.id', '=', 'seeds.keeperId'),
    ).as('keeper');
  }
}
