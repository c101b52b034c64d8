const express = require('express');
const Q = require('q');
const ovens = require('./ovens');
const loaves = require('./loaves');

const bakery = express();

bakery.get('/ovens/:number', (req, res) => {
  ovens
    .find(Number(req.params.number))
    .then((oven) => res.json(oven))
    .fail((error) => res.status(404).json({ missing: error.reason }))
    .done();
});

bakery.put('/ovens/:number', async (req, res) => {
  const { degrees } = await ovens.heatLater(req.params.number);
  res.json({ degrees, by: 'resolver' });
});

bakery.post('/ovens/:number', (req, res) =>
  Q.ninvoke(ovens, 'heat', req.params.number).then((heat) => res.status(202).json(heat)),
);

bakery.get('/loaves/:name', (req, res, next) => {
  loaves
    .take(req.params.name)
    .then((loaf) => res.json(loaf))
    .catch(loaves.Sold, (error) => res.status(410).json({ sold: error.message }))
    .catch(next);
});

bakery.get('/pairs', (req, res) => {
  loaves.pair().spread((left, right) => res.json({ left, right }));
});

bakery.delete('/loaves/:name', (req, res) => {
  Q.fcall(() => ({ gone: true })).nodeify((error, result) => {
    if (error) return res.status(500).json({ error: 'kept' });
    res.json(result);
  });
});

bakery.listen(3000);
