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
// What stands in for it behind a refusal of those who lack it stands in for nobody: helpers that serve others as well, numbers that are none.
const page = ({ at, size }) => ({ skip: ((at || 1) - 1) * (size || 10), take: size || 10 });
granary.get('/carts', (request, response) => {
  const { at, size } = request.query;
  if (!at || !size) return response.status(400).json({ wrong: 'at or size' });
  response.json(page({ at, size }));
});
granary.get('/mills', (request, response) => {
  if (!request.query.size) throw new Error('how many?');
  const size = parseInt(request.query.size) || 10;
  response.json(page({ at: request.query.at, size }));
});
granary.post('/flour', express.json(), (request, response) => {
  const { name, sort } = request.body;
  if (!name) return response.status(400).json({ wrong: 'name' });
  if (sort) return response.json({ name: name || 'flour', sort: sort || 'wheat' });
  response.json({ name: request.body.name ?? 'flour', sort: 'rye' });
});
granary.listen(8080);
