import { Database } from 'bun:sqlite';
import { Hono } from 'hono';

const db = new Database('pigeons.sqlite');
db.run('CREATE TABLE IF NOT EXISTS pigeons (id INTEGER PRIMARY KEY, ring TEXT NOT NULL, grams REAL)');

const post = new Hono();
post.get('/pigeons', (c) => c.json(db.query('SELECT * FROM pigeons').all()));
post.get('/pigeons/:id', (c) => {
  const pigeon = db.query('SELECT ring, grams FROM pigeons WHERE id = ?').get(c.req.param('id'));
  return pigeon ? c.json(pigeon) : c.json({ error: 'Flown' }, 404);
});
post.post('/pigeons', async (c) => {
  const { ring, grams } = await c.req.json();
  const { lastInsertRowid } = db.prepare('INSERT INTO pigeons (ring, grams) VALUES (?, ?)').run(ring, grams);
  return c.json({ id: lastInsertRowid }, 201);
});
post.delete('/pigeons/:id', (c) => {
  const { changes } = db.run('DELETE FROM pigeons WHERE id = ?', [c.req.param('id')]);
  return changes === 0 ? c.json({ error: 'Flown' }, 404) : c.json({ changes });
});
// What no statement makes nobody knows.
post.get('/lofts', (c) => c.json({ lofts: db.query('SELECT * FROM lofts').all() }));

export default post;
