const { Pool } = require('pg');

const pool = new Pool();
exports.coins = { find: async (id) => (await pool.query('SELECT * FROM coins WHERE id = $1', [id])).rows[0] };
