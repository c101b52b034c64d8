const express = require('express');

const stall = express();
stall.use(express.json());
const crates = [];
let next = 1;

stall.post('/crates', (request, response) => {
  const crate = { id: next++, fruit: String(request.body.fruit), ripe: false };
  crates.push(crate);
  response.status(201).json(crate);
});
// It is there where its place is one.
stall.put('/crates/:id', (request, response) => {
  const at = crates.findIndex((crate) => crate.id === Number(request.params.id));
  if (at === -1) return response.sendStatus(404);
  crates[at] = { ...crates[at], ...request.body, id: crates[at].id };
  response.json(crates[at]);
});
stall.get('/crates/:id', (request, response) => {
  const at = crates.findIndex((crate) => crate.id === Number(request.params.id));
  if (at < 0) response.sendStatus(404);
  else response.json({ at, crate: crates[at] });
});
stall.delete('/crates/:id', (request, response) => {
  const at = crates.findIndex((crate) => crate.id === Number(request.params.id));
  if (at >= 0) {
    const [gone] = crates.splice(at, 1);
    return response.json({ gone });
  }
  response.sendStatus(404);
});
stall.delete('/crates/:id/all', (request, response) => {
  const at = crates.findIndex((crate) => crate.id === Number(request.params.id));
  if (at > -1) return response.json({ gone: crates.splice(at, 1) });
  response.sendStatus(404);
});
// What a request brings is put over one that is there: nothing of it comes with other requests, and what it held is no default.
stall.patch('/crates/:id', (request, response) => {
  const crate = crates.find(({ id }) => id === Number(request.params.id));
  if (!crate) return response.sendStatus(404);
  Object.assign(crate, request.body);
  response.json(crate);
});
stall.post('/crates/:id/ripe', (request, response) => {
  const crate = crates.find(({ id }) => id === Number(request.params.id));
  if (!crate) return response.sendStatus(404);
  crate.ripe = request.body.ripe !== undefined ? request.body.ripe : crate.ripe;
  response.json({ ...crate, fruit: request.body.fruit ?? crate.fruit });
});
// A place that nobody has looked for may have nothing.
stall.get('/places/:at', (request, response) => {
  response.json({ crate: crates[request.params.at], first: crates[0] });
});

stall.listen(3000);
