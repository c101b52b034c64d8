const { Pool } = require('pg');
const pool = new Pool();
exports.shelf = {
  change: (id, columns, values) => pool.query(`update jars set ${columns.join(', ')} where id = ?`, [...values, id]),
  replace: (id, record) => pool.query('update jars set record = $1 where id = $2', [record, id]),
  add: (key, value) => pool.query('insert into jars values ($1, $2)', [key, value]),
};
