const express = require('express');

const app = express();
app.use(express.json());

const demands = (names) => (request, response, next) => {
  const missing = names.filter((name) => !Object.keys(request.body).includes(name));
  if (missing.length) return response.status(400).json({ error: `${missing[0]} is missing` });
  next();
};

// Each of a list of names, in the middleware that a function makes.
app.post('/loaves', demands(['flour', 'weight']), (request, response) => response.status(201).json({ flour: request.body.flour }));

app.post('/rolls', (request, response) => {
  if (!('dough' in request.body)) return response.sendStatus(422);
  response.json({ dough: request.body.dough });
});

app.put('/rolls', (request, response) => {
  for (const name of ['dough', 'seeds']) if (!request.body.hasOwnProperty(name)) return response.status(400).json({ name });
  response.json({});
});

app.patch('/rolls', (request, response) => {
  if (!Object.prototype.hasOwnProperty.call(request.body, 'seeds') || !Object.hasOwn(request.body, 'dough')) return response.sendStatus(400);
  response.json({});
});

app.get('/rolls', (request, response) => {
  if (!['from', 'to'].every((name) => name in request.query)) return response.status(400).json({ error: 'span' });
  response.json([]);
});

app.post('/pies', (request, response) => {
  const { crust } = request.body;
  if (!('lid' in crust)) return response.status(400).json({ error: 'lid' });
  response.json({ lid: crust.lid });
});

function keeper(request, response, next) {
  if (!('x-oven-key' in request.headers) || request.headers['x-oven-key'] !== process.env.OVEN_KEY) return response.sendStatus(401);
  next();
}
app.delete('/pies', keeper, (request, response) => response.sendStatus(204));

// Whoever has it is answered otherwise, and nobody is refused.
app.post('/cakes', (request, response) => {
  const cake = { layers: 1 };
  if ('layers' in request.body) cake.layers = Number(request.body.layers);
  if (Object.keys(request.body).includes('icing')) cake.icing = String(request.body.icing);
  response.status(201).json(cake);
});

// What the program made itself, and a name that nobody knows.
app.post('/tarts', (request, response) => {
  const known = { apple: 2, plum: 3 };
  if (!(request.body.kind in known)) return response.status(400).json({ error: 'kind' });
  if (!Object.hasOwn(known, 'apple')) return response.status(400).json({ error: 'apple' });
  response.json({ price: known[request.body.kind] });
});

// Of what is not to be there nothing is demanded.
app.post('/buns', (request, response) => {
  if ('price' in request.body) return response.status(400).json({ error: 'price' });
  response.json({ raisins: request.body.raisins });
});

app.listen(3000);
