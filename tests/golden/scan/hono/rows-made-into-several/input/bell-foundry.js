import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

const pool = new pg.Pool();
const foundry = new Hono();
const towerOf = (bell) => (process.env.TOWERS ? `${process.env.TOWERS}/${bell}` : null);

// Each row gives none, one or two.
foundry.get('/bells', async (c) => {
  const { rows } = await pool.query('select * from bells');
  return c.json(
    rows.flatMap((row) => {
      const tower = towerOf(row.tower);
      if (tower === null) return [];
      return [{ note: row.note, tower }];
    }),
  );
});
foundry.get('/strikes', async (c) => {
  const { rows } = await pool.query('select * from strikes');
  return c.json(rows.flatMap((row) => [{ at: row.begins, first: true }, { at: row.ends, first: false }]));
});

serve({ fetch: foundry.fetch, port: 3000 });
