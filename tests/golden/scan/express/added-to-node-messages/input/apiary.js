require('./messages');
const express = require('express');

const meadow = express();

// Express's own prototypes, on top of Node's.
express.response.sting = function (reason) {
  return this.status(423).send({ reason });
};

meadow.get('/hives/:hive', (req, res) => res.json({ name: req.hive }));

meadow.post('/hives/:hive/harvest', async (req, res) => {
  const keeper = await req.requireKeeper(res);
  if (!keeper) return;
  res.honey(12, 201);
});

meadow.delete('/hives/:hive', async (req, res) => {
  const keeper = await req.requireKeeper(res);
  if (keeper === false) return;
  if (req.query.angry) return res.sting('bees are angry');
  res.sendStatus(204);
});

meadow.listen(4102);
