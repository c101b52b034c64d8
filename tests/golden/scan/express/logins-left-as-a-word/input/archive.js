const express = require('express');
const cookieParser = require('cookie-parser');
const { MongoClient } = require('mongodb');

const db = new MongoClient(process.env.MONGO_URL).db();
const archive = express();
archive.use(cookieParser());

// Two steps that refuse nobody say by a word how somebody has come in.
archive.use(async (req, res, next) => {
  const header = req.headers.authorization;
  if (header === undefined) return next();
  const card = await db.collection('cards').findOne({ number: header.slice('Bearer '.length) });
  if (card) {
    req.card = card;
    req.cameBy = 'card';
  }
  next();
});
archive.use(async (req, res, next) => {
  const visit = req.cookies.visit_session && (await db.collection('visits').findOne({ _id: req.cookies.visit_session }));
  if (visit) {
    req.visit = visit;
    req.cameBy = 'visit';
  }
  next();
});

function mayEnter({ cameBy, card, visit, shelves }) {
  if (!cameBy) return false;
  if (cameBy === 'card') return Boolean(card) && Boolean(shelves) && shelves.every((shelf) => card.shelves.includes(shelf));
  return cameBy === 'visit' && Boolean(visit);
}
// What a card has to be good for is known: whoever has neither is refused all the same.
const readers =
  (shelves) =>
  ({ cameBy, card, visit }, res, next) =>
    mayEnter({ cameBy, card, visit, shelves }) ? next() : res.status(401).json({ error: 'closed' });

archive.get('/lobby', (req, res) => res.json({ open: true }));
archive.get('/maps', readers(['maps:read']), (req, res) => res.json({ maps: 7 }));
archive.get('/visits', readers(), (req, res) => res.json({ visits: 2 }));
archive.listen(3000);
