const express = require('express');
const mysql = require('mysql2/promise');
const { Pool } = require('pg');

const pool = new Pool();
const other = mysql.createPool({ uri: process.env.MYSQL_URL });

const app = express();
const answer = (path, sql) => app.get(path, async (req, res) => res.json((await pool.query(sql)).rows));

// Exact fractions and large integers are texts, casts say what else they are.
answer('/columns', 'SELECT id, price, grams, heat, sold, labels FROM loaves');
answer('/casts', "SELECT price::float, id::int AS number, CAST(grams AS TEXT) AS grams, '2' AS two, 3 AS three, heat::numeric(4,1) AS heat FROM loaves");
answer('/sums', 'SELECT SUM(price) AS price, SUM(grams) AS grams, SUM(heat) AS heat, AVG(grams), COUNT(*) FROM loaves');
answer(
  '/groups',
  `SELECT flour, COUNT(*)::int AS many, COALESCE(SUM(price), 0) AS total, MAX(baked_at) AS latest, MIN(flour) AS first,
     BOOL_OR(sold) AS any_sold, ROUND(AVG(price), 2) AS mean, date_trunc('day', MAX(baked_at)) AS day
   FROM loaves GROUP BY flour HAVING COUNT(*) > 1`,
);
answer(
  '/joined',
  `SELECT b.id, b.name, COUNT(l.id) AS loaves, MAX(l.price) AS dearest, l.flour, COALESCE(l.flour, 'none') AS kind
   FROM bakers b LEFT JOIN loaves l ON l.baker_id = b.id GROUP BY b.id, l.flour ORDER BY b.name`,
);
answer('/cases', "SELECT CASE WHEN sold THEN 'gone' WHEN grams IS NULL THEN 'unknown' ELSE 'there' END AS state, CASE WHEN sold THEN grams END AS grams, price * 2 AS twice, grams + 1 AS heavier, flour || ' bread' AS bread, sold AND price > 3 AS dear FROM loaves");
answer(
  '/json',
  `SELECT b.name, json_agg(json_build_object('id', l.id, 'price', l.price, 'baked', l.baked_at)) AS loaves, array_agg(l.price) AS prices,
     json_agg(l) AS whole, l.labels->>'shop' AS shop, l.labels->'shop' AS place
   FROM bakers b JOIN loaves l ON l.baker_id = b.id GROUP BY b.id`,
);
answer(
  '/with',
  `WITH best AS (SELECT baker_id, COUNT(*) AS many FROM loaves GROUP BY baker_id), named (id) AS (SELECT id, name FROM bakers)
   SELECT named.name, best.many, b.* FROM best JOIN named ON named.id = best.baker_id JOIN bakers b ON b.id = named.id`,
);
answer('/inner', 'SELECT t.flour, t.total, (SELECT name FROM bakers LIMIT 1) AS baker, (SELECT COUNT(*) FROM bakers) AS bakers FROM (SELECT flour, SUM(grams) AS total FROM loaves GROUP BY flour) AS t');
answer('/latest', 'SELECT DISTINCT ON (flour) flour, price, baked_at FROM loaves ORDER BY flour, baked_at DESC');
answer(
  '/together',
  `SELECT b.id, COALESCE(json_agg(json_build_object('flour', l.flour)) FILTER (WHERE l.id IS NOT NULL), '[]'::json) AS loaves,
     COALESCE(MAX(l.labels), '{}') AS labels, b.name || ' & ' || b.id AS sign, l.labels || '{"old": true}'::jsonb AS marked,
     ARRAY(SELECT flour FROM loaves) AS flours
   FROM bakers b LEFT JOIN loaves l ON l.baker_id = b.id GROUP BY b.id, l.labels`,
);
answer('/ranks', 'SELECT id, ROW_NUMBER() OVER (PARTITION BY flour ORDER BY price) AS place, SUM(price) OVER (ORDER BY id) AS so_far FROM loaves');

// One row whatever is there.
app.get('/exists', async (req, res) => {
  const { rows } = await pool.query('SELECT EXISTS(SELECT 1 FROM loaves WHERE flour = $1) AS found, now() AS at', [req.query.flour]);
  res.json(rows[0]);
});
app.get('/total', async (req, res) => {
  const { rows } = await pool.query('SELECT COALESCE(SUM(grams), 0)::int AS total FROM loaves');
  res.json({ total: rows[0].total });
});
// None where nothing is in a group, or nothing is found.
app.get('/first', async (req, res) => {
  const { rows } = await pool.query('SELECT flour, LOWER(flour) AS lower FROM loaves LIMIT 1');
  res.json({ first: rows[0] });
});
app.get('/groups/first', async (req, res) => {
  const { rows } = await pool.query('SELECT COUNT(*) AS many FROM loaves GROUP BY flour');
  res.json({ first: rows[0] });
});

// What is put into a statement at run time may be anything, and is no column of its own.
app.get('/run-time', async (req, res) => {
  const { rows } = await pool.query(`SELECT id, ${req.query.columns}, ${req.query.sum} AS sum FROM loaves`);
  res.json(rows);
});

// What a request sends may be either.
app.put('/loaves/:id', async (req, res) => {
  const { rows } = await pool.query('WITH old AS (SELECT 1 AS one) UPDATE loaves SET price = $1, grams = $2 WHERE id = $3 RETURNING id, price', [
    req.body.price,
    req.body.grams,
    req.params.id,
  ]);
  res.json(rows);
});

// Another database gives counts as numbers, and of exact fractions nobody says what they are.
app.get('/mysql', async (req, res) => {
  const [rows] = await other.query('SELECT flour, COUNT(*) AS many, SUM(grams) AS grams, price, MAX(heat) AS heat, sold FROM loaves GROUP BY flour');
  res.json(rows);
});

app.listen(3000);
