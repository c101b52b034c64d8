import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.AVIARY });
const app = express();
app.use(express.json());

app.get('/birds', async (req, res) => {
  const { rows } = await pool.query('SELECT b.*, k.name AS keeper FROM birds b LEFT JOIN keepers k ON k.id = b.keeper_id WHERE b.species = $1 ORDER BY b.hatched_at', [req.query.species]);
  res.json(rows);
});
app.get('/birds/:id', async (req, res) => {
  const found = await pool.query({ text: `SELECT id, species, can_fly "canFly" FROM birds WHERE id = $1`, values: [req.params.id] });
  if (found.rowCount === 0) return res.status(404).json({ error: 'flown' });
  res.json(found.rows[0]);
});
app.post('/birds', async (req, res) => {
  const { keeper, species, canFly } = req.body;
  const client = await pool.connect();
  try {
    const { rows: [bird] } = await client.query('INSERT INTO birds (keeper_id, species, can_fly, hatched_at) VALUES ($1, $2, $3, now()) RETURNING *', [keeper, species, canFly]);
    res.status(201).json({ bird });
  } catch (error) {
    res.status(500).json({ error: error.message });
  } finally { client.release(); }
});
app.delete('/birds/:id', async (req, res) => {
  const { rowCount } = await pool.query('DELETE FROM birds WHERE id = $1', [req.params.id]);
  res.json({ rowCount });
});
app.get('/counts', async (req, res) => {
  const { rows } = await pool.query('SELECT wing, count(*) AS birds, max(weight) FROM keepers JOIN birds ON true GROUP BY wing');
  res.json({ rows, total: (await pool.query('SELECT COUNT(*) FROM birds')).rows[0].count });
});
// No file says what this table has: its columns have names only.
app.get('/feeds', (req, res, next) => {
  pool.query('SELECT f.id, f.grams AS weight FROM feeds f', (error, result) => {
    if (error) return next(error);
    res.json(result.rows);
  });
});

app.listen(3000);
