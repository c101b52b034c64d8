const { Pool } = require('pg');

const pool = new Pool();
exports.potters = { find: async (key) => (await pool.query('SELECT * FROM potters WHERE key = $1', [key])).rows[0] };
