const express = require('express');
const { Loaf } = require('./loaves');
const { to } = require('await-to-js');

const bakery = express();
bakery.use(express.json());

// What was caught is something: where nothing was, there is a result.
const baked = async ({ flour }) => {
  try {
    return [null, await Loaf.create({ flour })];
  } catch (error) {
    return [error, null];
  }
};
const found = async (id) => {
  try {
    const loaf = await Loaf.findById(id);
    return loaf ? { error: null, loaf } : { error: 'no such loaf', loaf: null };
  } catch (error) {
    return { error: error.message, loaf: null };
  }
};
const settled = (promise) => promise.then((result) => ({ result })).catch((reason) => ({ reason }));

bakery.post('/loaves', async (request, response) => {
  const [error, loaf] = await baked(request.body);
  if (!error) {
    const sent = { id: loaf._id, flour: loaf.flour };
    response.status(201).json(sent);
  } else response.status(400).json({ message: error.message });
});
bakery.get('/loaves/:id', async (request, response) => {
  const { error, loaf } = await found(request.params.id);
  if (error) return response.status(404).json({ message: error });
  response.json({ flour: loaf.flour, weight: loaf.weight });
});
bakery.get('/loaves/:id/weight', async (request, response) => {
  const outcome = await found(request.params.id);
  if (outcome.error) return response.status(404).json({ message: outcome.error });
  response.json({ weight: outcome.loaf.weight });
});
bakery.get('/weights', async (request, response) => {
  const { result, reason } = await settled(Loaf.find());
  if (reason) return response.status(409).json({ message: reason.message });
  response.json({ weights: result.map(({ weight }) => weight) });
});
bakery.put('/loaves/:id', async (request, response) => {
  const [error, loaf] = await to(Loaf.create({ flour: request.body.flour, weight: 2 }));
  if (error) return response.status(422).json({ message: error.message });
  response.json({ flour: loaf.flour, weight: loaf.weight });
});
bakery.listen(3000);
