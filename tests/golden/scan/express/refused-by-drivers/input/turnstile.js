const fs = require('fs');
const express = require('express');
const { Pool } = require('pg');
const mysql = require('mysql2/promise');
const older = require('mysql2');
const sqlite3 = require('sqlite3');
const Database = require('better-sqlite3');

const pool = new Pool();
const sea = mysql.createPool({ database: 'sea' });
const callbacks = older.createPool({ database: 'sea' });
const file = new sqlite3.Database('file.db');
const local = new Database('local.db');
pool.query(fs.readFileSync(`${__dirname}/schema.sql`, 'utf8'));
const turnstile = express();
turnstile.use(express.json());

// Of this table the columns are known: a card may be there already, a gate may not be, a note is refused by nobody.
turnstile.post('/passes', async (req, res) => { await pool.query('INSERT INTO passes (card) VALUES ($1)', [req.body.card]); res.sendStatus(201); });
turnstile.put('/passes/:id/gate', async (req, res) => { await pool.query('UPDATE passes SET gate_id = $1 WHERE id = $2', [req.body.gate, req.params.id]); res.sendStatus(204); });
turnstile.put('/passes/:id/note', async (req, res) => { await pool.query('UPDATE passes SET note = $1 WHERE id = $2', [req.body.note, req.params.id]); res.sendStatus(204); });
turnstile.get('/passes', async (req, res) => res.json((await pool.query('SELECT card FROM passes')).rows));
turnstile.post('/passes/own', async (req, res) => { await pool.query('INSERT INTO passes (card) VALUES ($1)', ['own']); res.sendStatus(201); });
// What is there already is left, or written over.
turnstile.put('/passes', async (req, res) => { await pool.query('INSERT INTO passes (card) VALUES ($1) ON CONFLICT (card) DO NOTHING', [req.body.card]); res.sendStatus(204); });
turnstile.put('/tickets', async (req, res) => { await sea.execute('INSERT IGNORE INTO tickets (card) VALUES (?)', [req.body.card]); res.sendStatus(204); });
turnstile.put('/replaced', (req, res) => { local.prepare('INSERT OR REPLACE INTO tickets (card, gate_id) VALUES (?, ?)').run(req.body.card, req.body.gate); res.sendStatus(204); });
// Other drivers name what they refuse in other words.
turnstile.post('/mysql', async (req, res) => { await sea.execute('INSERT INTO tickets (card) VALUES (?)', [req.body.card]); res.sendStatus(201); });
// Nothing is known of this table: who is given an error asks which one it is, and nobody else does.
turnstile.post('/callbacks', (req, res) => {
  callbacks.query('INSERT INTO visits (card) VALUES (?)', [req.body.card], (error) => {
    if (error && error.code === 'ER_DUP_ENTRY') return res.status(410).json({ twice: true });
    if (error) return res.status(500).json({ broken: true });
    res.sendStatus(201);
  });
});
turnstile.post('/visits', async (req, res) => { await pool.query('INSERT INTO visits (card) VALUES ($1)', [req.body.card]); res.sendStatus(201); });
turnstile.post('/sqlite', (req, res, next) => {
  file.run('INSERT INTO tickets (card) VALUES (?)', [req.body.card], function (error) {
    if (error) return next(error);
    res.status(201).json({ id: this.lastID });
  });
});
turnstile.post('/better', (req, res) => { local.prepare('INSERT INTO tickets (card) VALUES (?)').run(req.body.card); res.sendStatus(201); });
// A transaction hands on what its queries throw.
const inTransaction = async (work) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
};
turnstile.post('/transactions', async (req, res) => { await inTransaction((client) => client.query('INSERT INTO passes (card) VALUES ($1)', [req.body.card])); res.sendStatus(201); });

turnstile.use((error, req, res, next) => {
  switch (error.code) {
    case '23505': return res.status(409).json({ taken: error.detail });
    case '23503': return res.status(424).json({ unbound: error.constraint });
    case 'ER_DUP_ENTRY': return res.status(409).json({ entry: true });
    case 'SQLITE_CONSTRAINT': return res.status(409).json({ constraint: true });
    case 'SQLITE_CONSTRAINT_UNIQUE': return res.status(409).json({ unique: true });
    default: return res.status(500).json({ broken: true });
  }
});
turnstile.listen(3000);
