const express = require('express');

const desk = express();

/** A list, and a record whose members are called like the places of a list: the paths of both are written alike. */
desk.get('/seats', (req, res) => {
  const seats = [{ row: 1 }, { row: 2, window: true }];
  if (req.query.numbered) return res.json({ seats: { 0: { row: 1, window: req.query.window === 'yes' }, 1: { row: 2 } } });
  res.json({ seats });
});

desk.get('/first', (req, res) => {
  const first = req.query.all ? [{ row: 1 }, { row: 2, window: true }] : { 0: { row: 1, window: false }, count: 2 };
  if (req.query.late) return res.json({ first: { 0: { row: 3 } } });
  res.json({ first });
});

desk.listen(3000);
