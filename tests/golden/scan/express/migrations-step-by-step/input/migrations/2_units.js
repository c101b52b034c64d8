const up = (knex) => knex.schema.table('reading', (table) => table.string('unit').notNull());
const down = () => Promise.resolve(true);
export { up, down };
