const express = require('express');

const pit = express();
pit.use(express.json());

const listScores = (req, res) => {
  const { page = 1, limit } = req.query;
  res.json({ scores: [{ title: 'one' }], page, limit });
};
const loudest = (req, res, next) => { req.query.limit = '5'; next(); };

// What one route sets the other one takes from the request.
pit.get('/scores', listScores);
pit.get('/scores/loudest', loudest, listScores);

// In front of every route of the handler.
const quiet = (req, res, next) => { req.body.volume = 1; next(); };
const play = (req, res) => res.json({ volume: req.body.volume, piece: req.body.piece });
pit.post('/rehearsals', quiet, play);
pit.post('/concerts', quiet, play);
pit.listen(3000);
