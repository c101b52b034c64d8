const express = require('express');

const smithy = express();
smithy.use(express.json());

// What a condition has said of a member is so until the program sets it.
smithy.post('/nails', (request, response) => {
  if (typeof request.body.sizes === 'string') request.body.sizes = request.body.sizes.split(',');
  response.json({ sizes: request.body.sizes });
});
smithy.get('/nails', (request, response) => {
  if (typeof request.query.page === 'string') {
    request.query.page = Number(request.query.page);
    return response.json({ page: request.query.page });
  }
  response.json({ pages: 3 });
});
smithy.put('/nails', (request, response) => {
  if (typeof request.body.head !== 'string') return response.status(400).end();
  request.body.letters = request.body.head.length;
  response.json({ head: request.body.head, letters: request.body.letters });
});
smithy.patch('/nails', (request, response) => {
  if (!Array.isArray(request.body.lots)) return response.status(400).end();
  const before = request.body.lots;
  request.body.lots = request.body.lots.map((lot) => lot.id);
  response.json({ before, lots: request.body.lots });
});
// Where it is left as it is, it is what was asked for.
smithy.post('/files', (request, response) => {
  const kind = typeof request.body.kind === 'string' ? request.body.kind : null;
  if (!['round', 'flat'].includes(request.query.shape)) return response.status(422).end();
  response.json({ kind, shape: request.query.shape });
});

smithy.listen(3000);
