import { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  return knex.schema
    .createTable('hides', (t) => {
      t.bigIncrements();
      t.string('colour').notNullable();
      t.json('marks');
      t.dateTime('tanned_at').nullable();
    })
    .createTable('buyers', (t) => {
      t.increments('id');
      t.string('email').notNullable();
    });
}
export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('hides');
}
