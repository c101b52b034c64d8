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
// These let everything else through, or come as texts.
gate.post('/cars', (request, response) => {
  if (request.body.wheels === 3) return response.status(400).json({ wrong: 'wheels' });
  response.status(201).json({ wheels: request.body.wheels });
});
gate.get('/days', (request, response) => {
  if (request.query.day === 7) return response.status(400).json({ wrong: 'day' });
  response.json({ day: request.query.day });
});
gate.listen(8080);
