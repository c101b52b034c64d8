import { Pool } from 'pg';

const pool = new Pool();
export const keepers = {
  async find(name: string, password: string) {
    const found = await pool.query('select * from keepers where name = $1 and password = $2', [name, password]);
    return found.rows[0] ?? null;
  },
};
