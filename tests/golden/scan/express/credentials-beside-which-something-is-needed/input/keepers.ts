import { Pool } from 'pg';

const pool = new Pool();
const first = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0];
export const keepers = {
  byToken: (token: string) => first('select * from keepers where token = $1', [token]),
  byId: (id: unknown) => first('select * from keepers where id = $1', [id]),
};
export const lofts = {
  byId: (id: unknown) => first('select * from lofts where id = $1', [id]),
  byKey: (key: unknown) => first('select * from lofts where key = $1', [key]),
};
export const signatureOf = (key: string, at: string, nonce: string) => first('select * from signatures where key = $1', [key, at, nonce]);
