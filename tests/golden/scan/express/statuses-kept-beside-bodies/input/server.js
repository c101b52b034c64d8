const express = require('express');
const app = express();
const fire = async (pot) => require('./furnace').burn(pot);

// What a chain of conditions leaves in two variables goes out in pairs, whatever the number of its arms.
app.get('/pots', (req, res) => {
  let status = 200;
  let body = { pots: ['jug'] };
  if (!req.query.kiln) {
    status = 404;
    body = { reason: 'no kiln' };
  } else if (req.query.hot) {
    status = 409;
    body = { wait: 30 };
  }
  res.status(status).json(body);
});
app.get('/glazes', (req, res) => {
  let code, payload;
  switch (req.query.colour) {
    case 'blue': code = 200; payload = { glaze: 'cobalt' }; break;
    case 'red': code = 202; payload = { ordered: true }; break;
    default: code = 404; payload = { reason: 'no such colour' };
  }
  res.status(code).send(payload);
});
// In members of a record, with what fails.
app.get('/fires', async (req, res) => {
  const reply = { status: 200, body: {} };
  try {
    reply.body = { degrees: Number(await fire(req.query.pot)) };
    if (req.query.cold) { reply.status = 425; reply.body = { reason: 'cold' }; }
  } catch (error) {
    reply.status = 500;
    reply.body = { message: error.message };
  }
  res.status(reply.status).json(reply.body);
});
// Two conditions that know nothing of each other: each status goes with each body.
app.get('/shelves', (req, res) => {
  let status = 200;
  let body = { shelves: 3 };
  if (req.query.partial) status = 206;
  if (req.query.brief) body = { brief: true };
  res.status(status).json(body);
});
app.listen(3000);
