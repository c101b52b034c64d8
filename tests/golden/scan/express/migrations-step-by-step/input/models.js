import knex from 'knex';
import { Model } from 'objection';

Model.knex(knex({ client: 'pg', connection: {} }));

export class Gate extends Model {
  static get tableName() {
    return 'gate';
  }
}
export class Reading extends Model {
  static get tableName() {
    return 'reading';
  }
}
