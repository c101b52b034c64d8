// A status that is set before something is thrown stands in the `catch` that answers for it.
const express = require('express');
const silo = require('silo-client');

const granary = express();
granary.use(express.json());

// It asks for the status: of what fails by itself it is the one that nobody has set.
granary.post('/oats', async (req, res) => {
  try {
    if (!req.body.sack) {
      res.status(422);
      throw new Error('no sack');
    }
    const sack = await silo.find(req.body.sack);
    if (!sack) {
      res.status(404);
      throw new Error('not there');
    }
    res.json({ sack: true });
  } catch (error) {
    const code = res.statusCode === 200 ? 500 : res.statusCode;
    res.status(code).json({ why: error.message });
  }
});
granary.post('/barley', async (req, res) => {
  try {
    const sack = await silo.find(req.body.sack);
    if (sack.isWet) {
      res.status(409);
      throw new Error('wet');
    }
    res.status(201).json({ sack: true });
  } catch (error) {
    res.status(res.statusCode || 500).send(error.message);
  }
});
// It sets none.
granary.get('/rye/:sack', async (req, res) => {
  try {
    const sack = await silo.find(req.params.sack);
    if (!sack) {
      res.status(404);
      throw new Error('not there');
    }
    res.json({ sack: true });
  } catch (error) {
    res.json({ why: error.message });
  }
});
// Set by what is called, and handled by a promise.
const weighed = async (name, res) => {
  const sack = await silo.find(name);
  if (!sack) {
    res.status(410);
    throw new Error('gone');
  }
  return { grams: Number(sack.grams) };
};
granary.get('/wheat/:sack', (req, res) => {
  weighed(req.params.sack, res)
    .then((sack) => res.json(sack))
    .catch((error) => res.json({ why: error.message }));
});

// It sets one of its own, whatever was set before.
granary.get('/millet/:sack', async (req, res) => {
  try {
    const sack = await silo.find(req.params.sack);
    if (!sack) {
      res.status(404);
      throw new Error('not there');
    }
    res.json({ sack: true });
  } catch (error) {
    res.status(400).json({ why: error.message });
  }
});
// The status was set behind a `throw` that another arm takes: it stands for the answer, not for the error.
granary.get('/spelt/:sack', async (req, res) => {
  try {
    if (req.params.sack === 'old') throw new Error('old');
    res.status(206);
    res.json({ sack: true });
  } catch (error) {
    res.json({ why: error.message });
  }
});
granary.listen(3000);
