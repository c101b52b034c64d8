const express = require('express');
const store = require('some-store');

const marina = express();

// A router for each request: its routes are said to be missing.
marina.use('/jetties', (req, res, next) => {
  const router = express.Router();
  router.get('/free', (inner, answer) => answer.json({ free: 3 })); //~ project/registered-while-serving
  router.post('/:jetty/moor', (inner, answer) => answer.status(201).json({ moored: true })); //~ project/registered-while-serving
  router(req, res, next);
});

// One for each harbour, made by the first request for it.
const harbours = new Map();
marina.use('/harbours/:harbour', async (req, res, next) => {
  if (!harbours.has(req.params.harbour)) {
    const own = express.Router();
    own.get('/depth', (inner, answer) => answer.json({ metres: 4 })); //~ project/registered-while-serving
    harbours.set(req.params.harbour, own);
  }
  harbours.get(req.params.harbour)(req, res, next);
});
const routerOf = (source) => {
  const router = express.Router();
  router.delete('/buoys/:buoy', async (req, res) => { //~ project/registered-while-serving
    await source.remove(req.params.buoy);
    res.sendStatus(204);
  });
  return router;
};
marina.use('/sea', (req, res, next) => routerOf(store).handle(req, res, next));

// Nobody is given to it: nothing is missing.
marina.use((req, res, next) => {
  const unused = express.Router();
  unused.get('/nowhere', (inner, answer) => answer.end());
  next();
});

marina.get('/wind', (req, res) => res.json({ knots: 12 }));
marina.listen(3000);
