const express = require('express');
const { MongoClient } = require('mongodb');

const captains = new MongoClient(process.env.MONGO_URL).db().collection('captains');
const harbour = express();

class PapersMissing extends Error {
  constructor(purpose) {
    super(`papers are needed for ${purpose}`);
    this.status = 401;
  }
}

harbour.use(async (req, res, next) => {
  const header = req.headers.authorization;
  req.captain = header ? await captains.findOne({ token: header.slice(7) }) : null;
  next();
});

// The word is only said: in an error, in an answer, by way of a text.
const papersFor = (purpose) => (req, res, next) => next(req.captain ? undefined : new PapersMissing(purpose));
const papersOf = (purpose) => (req, res, next) => {
  const text = `come back with papers of ${purpose}`;
  if (!req.captain) return res.status(401).json({ text, purpose });
  next();
};
// It is the name of what is looked up on the request.
const present = (key) => (req, res, next) => (req[key] ? next() : res.sendStatus(401));
// It is said, and asked of the caller.
const licensedFor = (licence) => (req, res, next) => {
  if (!req.captain) return res.sendStatus(401);
  if (!req.captain.licences.includes(licence)) return res.status(403).json({ missing: licence });
  next();
};

harbour.post('/docking', papersFor('docking'), (req, res) => res.json({ berth: 4 }));
harbour.post('/refuelling', papersOf('refuelling'), (req, res) => res.json({ litres: 900 }));
harbour.get('/berths', present('captain'), (req, res) => res.json({ berths: 12 }));
harbour.post('/towing', licensedFor('towing'), (req, res) => res.json({ tugs: 2 }));
harbour.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
harbour.listen(3000);
