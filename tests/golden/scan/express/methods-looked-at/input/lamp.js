const express = require('express');

const lamp = express();
lamp.use(express.json());

// A preflight is answered here; nobody else gets this answer.
lamp.use((request, response, next) => {
  response.header('Access-Control-Allow-Origin', '*');
  if (request.method === 'OPTIONS') return response.status(200).json({ preflight: true });
  next();
});

// Reading is free, and so are addresses that look like this.
const open = /^\/(harbour|public\/\w+)/;
lamp.use((request, response, next) => {
  const free = open.test(request.path);
  if (free) return next();
  if (['GET', 'HEAD'].includes(request.method)) return next();
  if (!request.headers.authorization) return response.status(401).json({ keeper: 'unknown' });
  next();
});

lamp.post('/harbour/enter', (request, response) => { response.status(201).json({ berth: 4 }); });
lamp.get('/beams', (request, response) => { response.json([{ colour: 'white' }]); });
lamp.post('/beams', (request, response) => { response.status(201).json({ colour: 'red' }); });
lamp.delete('/beams/:id', (request, response, next) => {
  const error = new Error('no such beam');
  error.status = 404;
  next(error);
});
lamp.options('/beams', (request, response) => { response.sendStatus(204); });

// What is not there is deleted already.
lamp.use((error, request, response, next) => {
  if (request.method.toUpperCase() !== 'DELETE') { response.status(error.status || 500).json({ wreck: error.message }); return; }
  response.status(204).end();
});
lamp.listen(8080);
