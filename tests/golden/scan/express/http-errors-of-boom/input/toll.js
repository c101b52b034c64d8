const express = require('express');
const Boom = require('@hapi/boom');
const answersWithBoom = require('express-boom');

const toll = express();

toll.get('/coins/:coin', (req, res) => {
  if (req.params.coin.length > 3) throw Boom.badRequest('coins have three letters');
  if (req.params.coin === 'ecu') throw new Boom.Boom('gone', { statusCode: 410 });
  res.json({ accepted: true });
});
toll.post('/coins', async (req, res, next) => {
  next(Boom.notImplemented());
});

// It answers by itself, with what else it is given.
toll.use(answersWithBoom());
toll.get('/bridges', (req, res) => {
  if (!req.query.river) return res.boom.badRequest(null, { missing: ['river'] });
  if (req.query.river === 'styx') return res.boom.forbidden('no way back');
  res.json({ bridges: 2 });
});

toll.use((error, req, res, next) => {
  if (!Boom.isBoom(error)) return next(error);
  const { statusCode, payload } = error.output;
  res.status(statusCode).json(payload);
});

// Of the same functions by a package of another name.
toll.put('/barriers/:barrier', require('express-boom-v2')(), (req, res) => {
  if (!req.body.open) return res.boom.conflict('it is open', { barrier: req.params.barrier });
  res.json({ open: true });
});

toll.listen(3000);
