const express = require('express');
const createError = require('http-errors');
const { Conflict, isHttpError } = createError;

const locks = express();

locks.get('/gates/:gate', (req, res, next) => {
  if (req.params.gate === 'lower') return next(createError(404, 'no such gate'));
  res.json({ open: true });
});
locks.put('/gates/:gate', (req, res) => {
  if (!req.query.level) throw new createError.UnprocessableEntity();
  if (req.query.level === 'high') throw Conflict('the water is high', { level: 3 });
  res.sendStatus(204);
});
locks.delete('/gates/:gate', (req, res, next) => {
  next(createError({ status: 405, allowed: ['GET'] }));
});

locks.use((error, req, res, next) => {
  if (!isHttpError(error)) return next(error);
  res.status(error.status).json({ code: error.statusCode, name: error.name, message: error.expose ? error.message : 'internal' });
});

locks.listen(3000);
