const express = require('express');
const mongoose = require('mongoose');
const jwt = require('jsonwebtoken');

const quarry = express();
quarry.use(express.json());
const Stone = mongoose.model('Stone', new mongoose.Schema({ name: String, weight: Number }));
const pieceOf = (req) => ({ page: Number(req.query.page) || 1, limit: Number(req.query.limit) || 10 });

// The number of stones in this piece says nothing of how many there are.
quarry.get('/stones', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const stones = await Stone.find().skip((page - 1) * limit).limit(limit);
  res.json({ count: stones.length, data: stones });
});
quarry.get('/nested', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const rows = (await Stone.find().skip((page - 1) * limit).limit(limit)).map((stone) => ({ name: stone.name }));
  res.json({ meta: { total: rows.length }, rows });
});

// Counted by itself, and counted in the list that the piece was cut from.
quarry.get('/counted', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const stones = await Stone.find().skip((page - 1) * limit).limit(limit);
  res.json({ results: stones.length, total: await Stone.countDocuments(), stones });
});
quarry.get('/sliced', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const all = await Stone.find();
  res.json({ total: all.length, stones: all.slice((page - 1) * limit, page * limit) });
});
quarry.get('/metered', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const totalData = await Stone.countDocuments();
  const data = await Stone.find().skip((page - 1) * limit).limit(limit);
  res.json({ data, meta: { page, pageSize: limit, pageCount: Math.ceil(totalData / limit), totalData } });
});

// Called like the list around it, like one of its elements, and like what the path is about; a sum of something else is no number of elements.
quarry.get('/around', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const stones = await Stone.find().skip((page - 1) * limit).limit(limit);
  res.json({ data: { stones, pagination: { page, totalWeight: 40, total_stones: await Stone.countDocuments() } } });
});
quarry.get('/singular', async (req, res) => {
  const { page, limit } = pieceOf(req);
  const stones = await Stone.find().skip((page - 1) * limit).limit(limit);
  res.json({ stones, meta: { totalPages: 3, totalStone: await Stone.countDocuments() } });
});
quarry.get('/shafts/', async (req, res) => {
  const { page, limit } = pieceOf(req);
  res.json({ data: await Stone.find().skip((page - 1) * limit).limit(limit), totalDepth: 90, totalShafts: await Stone.countDocuments() });
});

// What stands in front of all routes knows the piece; there is none of what is no list.
quarry.use('/veins', (req, res, next) => {
  req.piece = pieceOf(req);
  next();
});
quarry.get('/veins/depth', (req, res) => res.json({ depth: 40, rock: { name: 'slate' } }));
quarry.get('/veins/log', (req, res) => res.json({ depth: 40, log: { days: [{ day: 1, stones: req.piece.limit }] } }));

// From a day to another one is no piece; from a number to another one is.
quarry.get('/blasts', async (req, res) => {
  const { start, end } = req.query;
  res.json(await Stone.find({ blasted: { $gte: new Date(start), $lte: new Date(end) } }));
});
quarry.get('/cuts', async (req, res) => res.json((await Stone.find()).slice(Number(req.query.start), Number(req.query.end))));

// Two members of one answer that end alike.
const sign = (sub, hours) => ({ token: jwt.sign({ sub }, 'chisel'), hours });
quarry.post('/auth/login', async (req, res) => {
  const { name, password } = req.body;
  if (password !== 'open') return res.status(401).json({ reason: 'wrong' });
  res.json({ tokens: { access: sign(name, 1), refresh: sign(name, 99) } });
});
quarry.post('/auth/refresh', async (req, res) => {
  const { refreshToken } = req.body;
  if (!refreshToken) return res.status(400).json({ reason: 'missing' });
  res.json({ token: sign(jwt.verify(refreshToken, 'chisel').sub, 1).token });
});
const hewer = (req, res, next) => {
  const header = req.headers.authorization;
  if (!header) return res.status(401).json({ reason: 'who' });
  req.hewer = jwt.verify(header.slice(7), 'chisel');
  next();
};
quarry.post('/stones', hewer, async (req, res) => res.status(201).json(await Stone.create({ name: req.body.name })));

quarry.listen(8112);
