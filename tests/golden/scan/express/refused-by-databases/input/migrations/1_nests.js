exports.up = async (knex) => {
  await knex.schema.createTable('cliffs', (t) => { t.increments('id'); t.string('name'); });
  await knex.schema.createTable('nests', (t) => { t.increments('id'); t.string('ring').unique(); t.string('note'); t.integer('cliff_id').references('id').inTable('cliffs'); });
};
