const express = require('express');
const { passes } = require('./passes');

const ferry = express();

// Whoever shows a pass shows a good one; whoever shows none is let on board.
async function checksPass(request, response, next) {
  const pass = request.headers.authorization;
  if (pass && !(await passes.find(pass))) return response.status(401).json({ error: 'a bad pass' });
  next();
}

// The same with a key that is compared, asked in the other order.
function checksKey(request, response, next) {
  const key = request.get('x-ferry-key');
  if (key !== process.env.FERRY_KEY && key) return response.sendStatus(403);
  next();
}

// The condition is turned round: nobody without a pass is let on board.
async function needsPass(request, response, next) {
  const pass = request.headers.authorization;
  if (!(pass && (await passes.find(pass)))) return response.sendStatus(401);
  next();
}

// Who has none is refused for that, who has a bad one as well.
function needsKey(request, response, next) {
  const key = request.get('x-ferry-key');
  if (!key || key.length < 8) return response.sendStatus(401);
  next();
}

// A test of a field that need not be there: it stays a field that may be sent.
function checksWeight(request, response, next) {
  const { weight } = request.body;
  if (weight && weight > 900) return response.status(422).json({ error: 'too heavy' });
  next();
}

ferry.use(express.json());
ferry.get('/decks', checksPass, (request, response) => response.json([]));
ferry.get('/cabins', checksKey, (request, response) => response.json([]));
ferry.get('/bridge', needsPass, (request, response) => response.json([]));
ferry.get('/engine', needsKey, (request, response) => response.json([]));
ferry.post('/cars', checksWeight, (request, response) => response.status(201).json({ weight: request.body.weight }));
ferry.listen(4600);
