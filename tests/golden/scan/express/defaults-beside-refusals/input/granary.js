const express = require('express');

const granary = express();
// What stands in for a missing value passes: only what is sent can be refused.
granary.get('/sacks', (request, response) => {
  const { limit = '20' } = request.query;
  if (!limit) return response.status(400).json({ wrong: 'limit' });
  response.json({ limit });
});
granary.get('/barrels', (request, response) => {
  const count = parseInt(request.query.count ?? '10');
  if (!count || count > 100) return response.status(400).json({ wrong: 'count' });
  response.json({ count });
});
granary.post('/grain', express.json(), (request, response) => {
  const tons = request.body.tons ?? 1;
  if (tons === undefined) return response.status(400).json({ wrong: 'tons' });
  if (!request.body.kind) return response.status(400).json({ wrong: 'kind' });
  response.status(201).json({ tons });
});
granary.listen(8080);
