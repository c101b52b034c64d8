exports.up = (knex) => knex.schema.createTable('horses', (table) => {
  table.increments('id');
  table.string('name', 40).notNullable();
  table.integer('hands');
  table.string('brand_photo');
});
