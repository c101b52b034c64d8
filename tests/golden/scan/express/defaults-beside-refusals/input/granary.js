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
// A missing value is another one than what is refused.
const given = (value) => {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : undefined;
};
granary.post('/millers', express.json(), (request, response) => {
  const name = given(request.body.name);
  if (name === undefined) return response.status(400).json({ wrong: 'name' });
  const stones = request.body.stones === undefined ? 2 : typeof request.body.stones === 'number' ? request.body.stones : undefined;
  if (stones === undefined) return response.status(400).json({ wrong: 'stones' });
  response.status(201).json({ name, stones });
});
// Nobody is served, with or without it.
granary.get('/mice', (request, response) => {
  if (request.query.cat) return response.status(403).json({ cat: true });
  response.status(404).json({ cat: false });
});
granary.listen(8080);
