const up = (knex) =>
  knex.schema
    .createTable('gate', (table) => {
      table.increments().primary();
      table.string('bank').notNull();
    })
    .then(() => {
      console.log('gates are there');
      return knex.schema.createTable('reading', (table) => {
        table.increments().primary();
        table.integer('gate_id').notNull();
        table.decimal('level').notNull();
        table.integer('is_deleted').notNull().defaultTo(0);
      });
    })
    .then(() => knex.schema.table('reading', (table) => table.string('note')));
const down = () => Promise.resolve(true);
export { up, down };
