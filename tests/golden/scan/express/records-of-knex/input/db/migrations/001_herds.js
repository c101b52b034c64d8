exports.up = async (knex) => {
  await knex.schema.createTable('herds', (table) => {
    table.increments('id');
    table.string('name', 60).notNullable();
    table.text('motto');
    table.enu('pasture', ['hill', 'shore']).notNullable().defaultTo('hill');
    table.timestamps(false, true);
  });
  await knex.schema.createTable('cows', (table) => {
    table.uuid('id').primary();
    table.integer('herd_id').references('id').inTable('herds').notNullable();
    table.string('call_name').notNullable();
    table.boolean('dry');
    table.decimal('litres');
  });
};
exports.down = (knex) => knex.schema.dropTable('cows').dropTable('herds');
