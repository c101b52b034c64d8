const express = require('express');

class Refusal extends Error { constructor(status, message) { super(message); this.status = status; } }
const present = (value, name) => { if (!value) throw new Refusal(422, `${name} is missing`); };
const crates = new Map([['a', { weight: 3 }]]);
const opened = (name) => new Promise((resolve, reject) => { const found = crates.get(name); if (found) resolve(found); else reject(new Refusal(410, 'sunk')); });

const quay = express();
// What is thrown before the promise is made reaches Express; what rejects the promise only where the program hands it on.
quay.get('/crates', (request, response, next) => {
  const { name } = request.query;
  present(name, 'name');
  return opened(name).then(({ weight }) => response.json({ weight })).catch(next);
});
// Nobody looks at this promise.
quay.get('/lost', (request, response) => {
  present(request.query.name, 'name');
  return opened(request.query.name).then(({ weight }) => response.json({ weight }));
});
// Of a function that waits every error rejects its promise.
quay.get('/waiting', async (request, response) => {
  present(request.query.name, 'name');
  response.json(await opened(request.query.name));
});
quay.use((error, request, response, next) => { response.status(error.status || 500).json({ washed: error.message }); });
quay.listen(8080);
