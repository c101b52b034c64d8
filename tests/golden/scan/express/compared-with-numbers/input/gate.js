const express = require('express');

const gate = express();
gate.use(express.json());
gate.post('/axles', (request, response) => {
  const { axles } = request.body;
  if (axles !== 2 && axles !== 4) return response.status(400).json({ wrong: 'axles' });
  response.status(201).json({ axles });
});
gate.post('/promises', (request, response) => {
  if (request.body.kept !== true) return response.status(400).json({ wrong: 'kept' });
  response.status(201).end();
});
gate.post('/lanes', (request, response) => {
  switch (request.body.lane) {
    case 1:
      return response.json({ slow: true });
    case 2:
      return response.json({ fast: true });
    default:
      return response.status(404).json({ wrong: 'lane' });
  }
});
// None and `false` are something here.
const isBlank = (value) => !value && value !== 0;
gate.post('/tolls', (request, response) => {
  const { plate, amount, paid } = request.body;
  if (!plate) return response.status(400).json({ wrong: 'plate' });
  else if (!amount && amount !== 0) return response.status(400).json({ wrong: 'amount' });
  if (paid !== false && !paid) return response.status(400).json({ wrong: 'paid' });
  response.status(201).json({ plate, amount, paid });
});
gate.post('/weights', (request, response) => {
  const { load, trailer, note } = request.body;
  if (isBlank(load)) return response.status(400).json({ wrong: 'load' });
  if (!(trailer || trailer === 0)) return response.status(400).json({ wrong: 'trailer' });
  response.status(201).json({ load, trailer, note });
});
// These let everything else through, or come as texts.
gate.post('/cars', (request, response) => {
  if (request.body.wheels === 3) return response.status(400).json({ wrong: 'wheels' });
  response.status(201).json({ wheels: request.body.wheels });
});
gate.get('/days', (request, response) => {
  if (request.query.day === 7) return response.status(400).json({ wrong: 'day' });
  response.json({ day: request.query.day });
});
gate.post('/horns', (request, response) => {
  const { loud, long } = request.body;
  if (!loud && long !== 0) return response.status(400).json({ wrong: 'loud' });
  response.status(201).json({ loud, long });
});
gate.listen(8080);
