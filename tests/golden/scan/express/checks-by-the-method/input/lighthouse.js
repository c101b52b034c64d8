const express = require('express');
const Joi = require('joi');
const { z } = require('zod');

const lighthouse = express();
lighthouse.use(express.json());

const beam = Joi.object({ colour: Joi.string().required(), seconds: Joi.number() });
const horn = z.object({ tone: z.string(), length: z.number().optional() });
const refused = (response, error) => response.status(400).json({ error: error.message });

// Each request of the method is checked, whatever becomes of others.
const byMethod = (request, response, next) => {
  let checked;
  if (request.method === 'GET') checked = beam.validate(request.query);
  else if (request.headers['content-type'] !== 'application/json') return response.status(415).json({ type: 'json' });
  else checked = beam.validate(request.body);
  if (checked.error) return refused(response, checked.error);
  next();
};
const ofWrites = (request, response, next) => {
  if (['POST', 'PUT'].includes(request.method)) horn.parse(request.body);
  next();
};
const unlessRead = (request, response, next) => {
  if (request.method === 'GET') return next();
  const { error } = beam.validate(request.body);
  if (error) return refused(response, error);
  next();
};
const ofCases = (request, response, next) => {
  switch (request.method) {
    case 'PATCH': {
      const { error } = beam.validate(request.body);
      if (error) return refused(response, error);
      break;
    }
    default:
  }
  next();
};

const answer = (request, response) => { response.json({ colour: request.body.colour, tone: request.body.tone }); };
lighthouse.get('/beams', byMethod, (request, response) => { response.json({ colour: request.query.colour }); });
lighthouse.post('/beams', byMethod, answer);
lighthouse.put('/horns', ofWrites, answer);
lighthouse.patch('/horns', ofWrites, answer);
lighthouse.post('/lamps', unlessRead, answer);
lighthouse.patch('/glasses', ofCases, answer);
lighthouse.put('/glasses', ofCases, answer);

// Of these some are let through unchecked.
const unlessAsked = (request, response, next) => {
  if (request.query.draft) return next();
  if (request.method === 'GET') return next();
  const { error } = beam.validate(request.body);
  if (error) return refused(response, error);
  next();
};
const whenStrict = (request, response, next) => {
  if (request.method === 'POST' && request.query.strict) horn.parse(request.body);
  next();
};
lighthouse.post('/drafts', unlessAsked, answer);
lighthouse.post('/signals', whenStrict, answer);

lighthouse.listen(8080);
