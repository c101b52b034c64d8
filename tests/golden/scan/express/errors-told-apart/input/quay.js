const express = require('express');

class Mishap extends Error {
  constructor(text, { code, answer, known = true } = {}) { super(text); this.code = code; this.answer = answer; this.known = known; }
}

const quay = express();
// One class, one shape: what tells them apart is a code,
quay.get('/tides', (req, res, next) => { if (!req.query.day) return next(new Mishap('no day', { code: 'E_DAY' })); res.json({ tide: 'low' }); });
quay.get('/winds', (req, res, next) => { if (!req.query.day) return next(new Mishap('no wind', { code: 'E_WIND' })); res.json({ wind: 'west' }); });
// a truth value,
quay.get('/crew', (req, res, next) => { if (req.query.all) return next(new Mishap('nobody', { code: 'E_CREW', known: false })); res.json({ crew: 3 }); });
// or a number that is no refusal.
quay.post('/bell', (req, res, next) => { if (req.query.twice) return next(new Mishap('', { code: 'E_BELL', answer: 204 })); res.json({ rung: true }); });
quay.post('/horn', (req, res, next) => { if (req.query.twice) return next(new Mishap('', { code: 'E_BELL', answer: req.query.loud ? 423 : 409 })); res.json({ blown: true }); });

quay.use((error, req, res, next) => {
  if (!error.known) return res.status(500).json({ message: 'Something went wrong' });
  if (error.code === 'E_DAY') return res.status(422).json({ message: error.message, field: 'day' });
  if (error.answer) return res.status(error.answer).json({ message: error.message });
  res.status(400).json({ message: error.message });
});
quay.listen(3000);
