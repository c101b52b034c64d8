const mysql = require('mysql2/promise');
const pool = mysql.createPool('mysql://loom');

exports.weaver = async (name) => {
  const [rows] = await pool.query('select id from weavers where name = ?', [name]);
  return rows[0] || null;
};
exports.note = (id) => void pool.query('insert into visits (weaver) values (?)', [id]);
