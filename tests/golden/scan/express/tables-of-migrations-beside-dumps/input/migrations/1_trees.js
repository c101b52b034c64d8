exports.up = (knex) =>
  knex.schema.createTable('trees', (table) => {
    table.increments('id');
    table.string('kind').notNullable();
  });
exports.down = (knex) => knex.schema.dropTable('trees');
