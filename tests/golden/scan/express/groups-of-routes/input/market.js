const express = require('express');
require('express-group-routes');

const market = express();
const known = (req, res, next) => (req.headers.authorization ? next() : res.status(401).json({ why: 'nobody' }));

market.group('/api/v1', (router) => {
  router.get('/stalls', (req, res) => res.json([{ stall: 1 }]));
  router.group('/traders', (traders) => {
    traders.use(known);
    traders.get('/:trader', (req, res) => res.json({ trader: req.params.trader }));
  });
  router.get('/days', (req, res) => res.json(['monday']));
});
// Without a path.
market.group((router) => {
  router.get('/hours', (req, res) => res.json({ from: 8 }));
});
market.listen(8600);
