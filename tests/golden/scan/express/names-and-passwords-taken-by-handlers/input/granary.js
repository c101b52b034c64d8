const express = require('express');
const auth = require('basic-auth');
const { parse } = require('basic-auth');

const app = express();

const isMiller = (request) => {
  const given = auth(request);
  return given !== undefined && given.name === process.env.MILLER && given.pass === process.env.MILLER_PASSWORD;
};

// The handler asks by itself.
app.get('/grain', (request, response) => {
  const miller = auth(request);
  if (!miller || miller.pass !== process.env.MILLER_PASSWORD) return response.status(401).json({ error: 'who' });
  response.json({ miller: miller.name });
});

// Through a function of the program.
app.get('/grain/wet', (request, response) => {
  if (!isMiller(request)) return response.sendStatus(401);
  response.json({ wet: true });
});

// It is given the header.
app.delete('/grain', (request, response) => {
  const { name } = parse(request.headers.authorization) ?? {};
  if (!name) return response.sendStatus(401);
  response.sendStatus(204);
});

// In front of a handler, and below another condition.
function keeper(request, response, next) {
  if (!isMiller(request)) {
    response.set('WWW-Authenticate', 'Basic realm="granary"');
    return response.sendStatus(401);
  }
  next();
}
app.post('/grain', keeper, (request, response) => response.status(201).json({ stored: true }));

// Who says who he is gets more, and nobody is refused.
app.get('/prices', (request, response) => {
  const known = auth(request);
  response.json(known ? { price: 3, for: known.name } : { price: 4 });
});

// It is only looked at.
app.get('/weather', (request, response) => {
  const known = auth(request);
  console.log(known?.name);
  if (request.query.day === 'tomorrow') return response.status(404).json({ error: 'day' });
  response.json({ dry: true });
});

app.listen(3000);
