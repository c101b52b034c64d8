const { Pool } = require('pg');

const pool = new Pool();
const one = async (text, value) => (await pool.query(text, [value])).rows[0];

exports.crews = { find: (id) => one('SELECT * FROM crews WHERE id = $1', id), isOpen: () => pool.idleCount > 3 };
exports.passes = { find: (token) => one('SELECT * FROM passes WHERE token = $1', token) };
