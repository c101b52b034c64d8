const express = require('express');
const { Pool } = require('pg');
const mysql = require('mysql2/promise');
const mongoose = require('mongoose');

const pool = new Pool();
const sea = mysql.createPool({ database: 'sea' });
const Crew = mongoose.model('Crew', new mongoose.Schema({ name: { type: String, required: true } }));
const BERTH = 'SELECT id, deck FROM berths WHERE id = $1';
const query = (text, values) => pool.query(text, values);
const ferry = express();

// Whoever is answered here has a row.
ferry.get('/none/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length === 0) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/not/:id', async (req, res) => { const result = await query(BERTH, [req.params.id]); if (!result.rows.length) return res.sendStatus(404); res.json({ berth: result.rows[0] }); });
ferry.get('/less/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length < 1) throw new Error('no berth'); const [berth] = rows; res.json({ berth }); });
ferry.get('/some/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length > 0) res.json({ berth: rows[0] }); else res.sendStatus(404); });
ferry.get('/one/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length !== 1) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/count/:id', async (req, res) => { const found = await query(BERTH, [req.params.id]); if (found.rowCount === 0) return res.sendStatus(404); res.json({ berth: found.rows[0] }); });
ferry.get('/named/:id', async (req, res) => { const { rows, rowCount } = await query(BERTH, [req.params.id]); if (!rowCount) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/kept/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); const many = rows.length; if (many === 0) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/given/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); res.json({ berth: rows.length ? rows[0] : { id: 0, deck: 0 } }); });
ferry.get('/either/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (!rows || rows.length === 0) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/sailors/:id', async (req, res) => { const [sailors] = await sea.query('SELECT id FROM sailors WHERE id = ?', [req.params.id]); if (sailors.length === 0) return res.sendStatus(404); res.json({ sailor: sailors[0] }); });
ferry.get('/crew', async (req, res) => { const crew = await Crew.find(); if (!crew.length) return res.sendStatus(404); res.json({ first: crew[0] }); });
const berthOf = async (id) => { const { rows } = await query(BERTH, [id]); if (rows.length === 0) throw Object.assign(new Error('no berth'), { status: 404 }); return rows[0]; };
ferry.get('/elsewhere/:id', async (req, res) => res.json({ berth: await berthOf(req.params.id) }));
ferry.use('/behind/:id', async (req, res, next) => { const { rows } = await query(BERTH, [req.params.id]); if (!rows.length) return res.sendStatus(404); req.berth = rows[0]; next(); });
ferry.get('/behind/:id', (req, res) => res.json({ berth: req.berth }));

// Of these it is not known.
ferry.get('/unasked/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); res.json({ berth: rows[0] }); });
ferry.get('/many/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length > 1) return res.sendStatus(409); res.json({ berth: rows[0] }); });
ferry.get('/logged/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length > 0) console.log('found'); res.json({ berth: rows[0] }); });
ferry.get('/others/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); const others = await query(BERTH, [1]); if (others.rows.length === 0) return res.sendStatus(404); res.json({ berth: rows[0] }); });
ferry.get('/swapped/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (rows.length > 0) return res.sendStatus(409); res.json({ berth: rows[0] }); });
ferry.get('/first/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); const berth = rows[0]; if (rows.length > 5) return res.sendStatus(409); res.json({ berth }); });
ferry.get('/taken/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); if (!rows.length) return res.sendStatus(404); const first = rows.shift(); res.json({ first, next: rows[0] }); });
ferry.get('/rounds/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); for (const day of [1, 2]) { if (!rows.length) continue; console.log(day, rows[0]); } res.json({ berth: rows[0] }); });
ferry.get('/broken/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); for (const day of [1, 2]) { if (!rows.length) break; console.log(day, rows[0]); } res.json({ berth: rows[0] }); });
ferry.get('/told/:id', async (req, res) => { const { rows } = await query(BERTH, [req.params.id]); const tell = () => { if (rows.length === 0) return; console.log(rows[0]); }; tell(); res.json({ berth: rows[0] }); });
ferry.listen(3000);
