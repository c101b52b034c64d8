const express = require('express');
const composable = require('composable-middleware');
const { compose } = require('compose-middleware');
const jwt = require('jsonwebtoken');

const harbour = express();
harbour.use(express.json());

function pilot(req, res, next) {
  const header = req.headers.authorization;
  if (!header) return res.status(401).json({ why: 'nobody' });
  try {
    req.user = jwt.verify(header.split(' ')[1], process.env.SEAL);
  } catch (error) {
    return res.status(401).json({ why: 'forged' });
  }
  next();
}
const berthed = (req, res, next) => {
  req.berth = { quay: 4 };
  next();
};

function isAboard() {
  return composable().use(pilot).use(berthed);
}
function hasRank(rank) {
  if (!rank) throw new Error('Which rank?');
  return composable()
    .use(isAboard())
    .use(function meets(req, res, next) {
      if (req.user.rank === rank) return next();
      res.status(403).send({ why: 'rank' });
    });
}

// Its parts are added one by one; whoever takes an error is asked by nobody.
const stepwise = composable();
stepwise.use(berthed);
stepwise.use([pilot], (error, req, res, next) => res.status(418).json({ error }));

harbour.get('/me', isAboard(), (req, res) => res.json({ name: req.user.name, quay: req.berth.quay }));
harbour.get('/ships', hasRank('captain'), (req, res) => res.json([{ ship: 'Rose' }]));
harbour.post('/ships', compose([pilot, berthed]), (req, res) => res.status(201).json({ ship: req.body.ship, quay: req.berth.quay }));
harbour.delete('/ships/:ship', stepwise, (req, res) => res.status(204).end());
// Nobody is asked for anything.
harbour.get('/tides', composable(berthed), (req, res) => res.json({ quay: req.berth.quay }));
harbour.listen(8100);
