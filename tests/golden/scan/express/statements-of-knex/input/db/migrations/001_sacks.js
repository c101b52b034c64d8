exports.up = async (knex) => {
  await knex.schema.createTable('millers', (table) => {
    table.bigIncrements('id');
    table.string('name').notNullable();
  });
  await knex.schema.createTable('sacks', (table) => {
    table.increments('id');
    table.bigInteger('miller_id').references('id').inTable('millers').notNullable();
    table.decimal('price', 8, 2).notNullable();
    table.decimal('discount', 8, 2);
    table.integer('kilos').notNullable();
    table.string('grain').notNullable();
    table.timestamp('ground_at');
  });
};
exports.down = (knex) => knex.schema.dropTable('sacks').dropTable('millers');
