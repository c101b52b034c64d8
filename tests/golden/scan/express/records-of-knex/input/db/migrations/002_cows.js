exports.up = async function (knex) {
  if (!(await knex.schema.hasColumn('cows', 'born'))) {
    await knex.schema.alterTable('cows', (table) => { table.date('born'); table.renameColumn('call_name', 'nick'); table.dropColumn('litres'); });
  }
};
