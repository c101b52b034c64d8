// A parameter of the route's own path is a text that is not empty; of the spelling without it there is none, and what stands in for it is what is found.
const express = require('express');
const mill = express();

mill.get('/sacks/:sack', (request, answer) => {
  const { sack } = request.params;
  if (!sack) return answer.status(400).json({ error: 'which sack?' });
  answer.json({ sack });
});
mill.get('/stones/:stone?', (request, answer) => {
  const stone = request.params.stone || undefined;
  if (!stone) return answer.status(202).json({ stones: 2 });
  answer.json({ stone });
});
mill.get('/flours/:flour?', (request, answer) => {
  const { flour = 'all' } = request.params;
  if (flour === 'all') return answer.status(202).json({ flours: 4 });
  answer.json({ flour });
});
mill.get('/wheels/:wheel?', (request, answer) => {
  const wheel = request.params.wheel ?? null;
  if (wheel === null) return answer.status(202).json({ wheels: 1 });
  answer.json({ wheel });
});
mill.get('/grains/:grain?', (request, answer) => {
  if ((request.params.grain || '') === '') return answer.status(202).json({ grains: 3 });
  answer.json({ grain: request.params.grain });
});
// An expression of its own may match nothing.
mill.get('/wagons/:wagon(\\d*)', (request, answer) => {
  if (!request.params.wagon) return answer.status(202).json({ wagons: 5 });
  answer.json({ wagon: request.params.wagon });
});

// What stands in for it is of another kind, and never found where it is there; nor is a header asked for there.
mill.get('/sails/:sail', (request, answer) => {
  const { sail = true } = request.params;
  answer.json({ sail });
});
mill.post('/doors/:key', (request, answer) => {
  const { key } = request.params;
  const given = key === undefined ? request.headers.authorization.split(' ')[1] : key;
  if (given !== process.env.MILL_KEY) return answer.status(400).json({ open: false });
  answer.status(201).json({ open: true });
});

mill.listen(4127);
