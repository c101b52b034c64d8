const express = require('express');
const Joi = require('joi');
const Load = require('./load');

const quay = express();
quay.use(express.json());
const load = Joi.object({ weight: Joi.number().required(), bearer: Joi.string().required(), mark: Joi.string().max(9).required() });
const checked = (request, response, next) => {
  const { error } = load.validate(request.body);
  return error ? response.status(400).json({ why: error.message }) : next();
};
const checkedToo = (request, response, next) => {
  const { error } = load.validate(request.body);
  return error ? response.status(400).json({ why: error.message }) : next();
};
const withBearer = (request, response, next) => { request.body.bearer = request.user.id; next(); };

// Each request has been given its bearer when it is looked at.
quay.post('/filled', withBearer, checked, (request, response) => { response.status(201).end(); });
quay.post('/assigned', (request, response, next) => { Object.assign(request.body, { bearer: request.user.id, mark: 'new' }); next(); }, (request, response) => {
  const { error } = load.validate(request.body);
  response.status(error ? 400 : 201).end();
});
quay.post('/itself', (request, response) => {
  request.body.mark = 'own';
  const { error } = load.validate(request.body);
  response.status(error ? 400 : 201).end();
});
// Some are given it, and others bring it.
quay.post('/maybe', (request, response) => {
  if (!request.body.mark) request.body.mark = 'none';
  const { error } = load.validate(request.body);
  response.status(error ? 400 : 201).end();
});
const withMark = (request, response, next) => { if (!request.body.mark) request.body.mark = 'none'; next(); };
quay.post('/marked', withMark, (request, response) => {
  const { error } = load.validate(request.body);
  response.status(error ? 400 : 201).end();
});
quay.post('/trimmed', (request, response) => {
  request.body.mark = request.body.mark.trim();
  const { error } = load.validate(request.body);
  response.status(error ? 400 : 201).end();
});
// One of the routes of this check has nobody in front of it.
quay.post('/bare', checkedToo, (request, response) => { response.status(201).end(); });
quay.post('/given', withBearer, checkedToo, (request, response) => { response.status(201).end(); });
// Too late.
quay.post('/afterwards', (request, response) => {
  const { error } = load.validate(request.body);
  request.body.bearer = 'late';
  response.status(error ? 400 : 201).end();
});
quay.post('/stored', (request, response) => {
  request.body.bearer = request.user.id;
  Load.create(request.body).then((made) => response.status(201).json(made));
});
quay.listen(8080);
