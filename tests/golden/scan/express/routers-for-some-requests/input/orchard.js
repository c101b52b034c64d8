// A middleware that hands some requests to a router and others on: what stands in the router runs for the requests it takes, and for no others.
const express = require('express');

const orchard = express();
const keeper = (req, res, next) => (req.headers.authorization ? next() : res.sendStatus(401));
const ladder = (req, res, next) => (req.headers['x-ladder'] === 'short' ? res.sendStatus(418) : next());

const cellar = express.Router();
cellar.use(keeper);
cellar.use(ladder);
cellar.get('/cellar', (req, res) => res.json({ jars: 4 }));
orchard.use((req, res, next) => { //~ express/delegated-router
  if (req.path.startsWith('/cellar')) return cellar(req, res, next);
  next();
});
// Comes to none of the routes of the router, through its middlewares.
orchard.get('/cellar/key', (req, res) => res.json({ key: true }));
orchard.get('/trees', (req, res) => res.json({ trees: 9 }));

// All but one come to it.
const shed = express.Router();
shed.use(keeper);
shed.get('/saws', (req, res) => res.json({ saws: 2 }));
orchard.use('/shed', (req, res, next) => (req.path === '/door' ? next() : shed.handle(req, res, next))); //~ express/delegated-router
orchard.get('/shed/door', (req, res) => res.json({ open: true }));
orchard.get('/shed/roof', (req, res) => res.json({ leaks: 1 }));

// Whoever goes on goes through it, whatever becomes of errors.
const press = express.Router();
press.use(ladder);
press.get('/cider', (req, res) => res.json({ litres: 40 }));
orchard.use(async (req, res, next) => { //~ express/delegated-router
  try {
    await press(req, res, next);
  } catch (error) {
    next(error);
  }
});
// A header is never there under a name in capitals.
orchard.get('/labels', (req, res) => res.json({ label: req.headers['X-Label'] || req.headers['x-label'], kind: req.get('X-Kind') }));

orchard.listen(3000);
