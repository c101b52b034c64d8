const Bluebird = require('bluebird');
const express = require('express');
const settings = require('some-settings');

// Without its settings there is no server: what stands behind is under no condition.
function open(given) {
  const ferry = express();
  if (given.line === undefined) return Bluebird.reject(new Error('no line'));
  if (given.crew === undefined) {
    console.error('no crew');
    return Promise.reject(new Error('no crew'));
  }
  ferry.use(express.json());
  return Bluebird.resolve(ferry);
}
const routes = (ferry) => {
  ferry.get('/crossings', (req, res) => res.json([{ at: '9:00' }]));
  ferry.post('/tickets', (req, res) => res.status(201).json({ seat: req.body.seat }));
  return ferry;
};

// Another server, without some of its routes, is one all the same.
async function harbour(given) {
  const app = express();
  app.get('/berths', (req, res) => res.json([]));
  if (given.isSmall) return app;
  app.get('/cranes', (req, res) => res.json([]));
  return app;
}

open(settings())
  .then(routes)
  .then((ferry) => harbour(settings()).then((app) => ferry.use('/harbour', app)))
  .then((ferry) => ferry.listen(3000))
  .catch((error) => console.error(error));
