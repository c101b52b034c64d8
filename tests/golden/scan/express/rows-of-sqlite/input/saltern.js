import express from 'express';
import Database from 'better-sqlite3';
import sqlite3 from 'sqlite3';

const store = new Database('salt.db');
// What the program creates itself is known as well.
store.exec(`
  CREATE TABLE IF NOT EXISTS pans (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, depth REAL, flooded BOOLEAN NOT NULL DEFAULT 0);
`);
const all = store.prepare('SELECT id, name, depth FROM pans');
const one = store.prepare('SELECT * FROM pans WHERE id = ?');
const add = store.prepare('INSERT INTO pans (name, depth) VALUES (@name, @depth)');

const tides = new sqlite3.Database('tides.db');
tides.serialize(() => { tides.run('CREATE TABLE tides (id INTEGER PRIMARY KEY, height REAL NOT NULL, noted TEXT)'); });

const app = express();
app.use(express.json());
app.get('/pans', (req, res) => { res.json({ pans: all.all(), count: store.prepare('SELECT COUNT(*) AS n FROM pans').get().n }); });
app.get('/pans/:pan', (req, res) => {
  const pan = one.get(req.params.pan);
  if (!pan) return res.status(404).json({ error: 'dry' });
  res.json(pan);
});
app.post('/pans', (req, res) => {
  const { lastInsertRowid } = add.run({ name: req.body.name, depth: req.body.depth });
  res.status(201).json({ id: lastInsertRowid });
});
app.get('/tides', (req, res, next) => tides.all('SELECT * FROM tides', [], (error, rows) => (error ? next(error) : res.json({ tides: rows }))));
app.post('/tides', (req, res, next) => {
  tides.run('INSERT INTO tides (height, noted) VALUES (?, ?)', [req.body.height, req.body.noted], function (error) {
    if (error) return next(error);
    res.status(201).json({ id: this.lastID });
  });
});

// The set-up that a server starts from did not fail: what waits for its queries goes on.
const noted = (sql) => new Promise((resolve, reject) => {
  tides.all(sql, [], (error, rows) => {
    if (error) {
      reject(error);
      return;
    }
    resolve(rows);
  });
});
const last = new Promise((resolve, reject) => tides.get('SELECT * FROM tides', (error, row) => (error ? reject(error) : resolve(row))));
Promise.all([noted('SELECT * FROM tides'), last]).then(([rows]) => {
  app.get('/tides/first', (req, res) => res.json({ noted: rows.length }));
  app.listen(3000);
});

