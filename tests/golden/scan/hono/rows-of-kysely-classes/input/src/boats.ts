import type { Kysely, Transaction } from 'kysely';
import type { Store, Tables } from './store.js';

export class Boats {
  constructor(private readonly store: Store) {}
  list(onlyAfloat: boolean) { return this.store.selectFrom('boats').selectAll('boats').$if(onlyAfloat, (query) => query.where('afloat', '=', true)).execute(); }
  async moor(name: string, berth: string) {
    return this.store.transaction().execute(async (trx: Transaction<Tables>) => {
      const boat = await trx.insertInto('boats').values({ name }).returning(['hull', 'name']).executeTakeFirstOrThrow();
      await trx.insertInto('berths').values({ berth_no: berth, boat_hull: boat.hull }).execute();
      return { ...boat, berth };
    });
  }
  berths() {
    return this.store.with('moored', (db) => db.selectFrom('berths').innerJoin('boats', 'boats.hull', 'berths.boat_hull').select(['berth_no', 'boats.name as boat']))
      .selectFrom('moored').selectAll().execute();
  }
  biggest() { return this.store.selectFrom('boats').select(({ fn }) => [fn.max<number>('sails').as('sails')]).executeTakeFirst(); }
  remove(hull: number) { return this.store.deleteFrom('boats').where('hull', '=', hull).returningAll().executeTakeFirst(); }
}
