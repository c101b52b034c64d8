const express = require('express');
const jwt = require('jsonwebtoken');

const glass = express();

// The flag has the name of a method of passport's: what a middleware leaves under it is what others find.
// Preflights carry no credential: that they are answered refuses nobody.
async function whoIsThere(req, res, next) {
  if (req.method === 'OPTIONS') return res.sendStatus(204);
  req.isAuthenticated = false;
  if (req.headers.authorization) {
    try {
      req.gardener = jwt.verify(req.headers.authorization, 'pot');
      req.isAuthenticated = true;
    } catch {
      req.isAuthenticated = false;
    }
  }
  return next();
}

const DENIED = Object.assign(new Error('401: Unauthorized'), { code: 401 });
function bed(options) {
  options.login ??= 'required';
  return (req, res, next) => {
    if (options.login === 'required' && !req.isAuthenticated) throw DENIED;
    next();
  };
}

const inside = express.Router();
inside.use(whoIsThere);
inside.get('/weather', bed({ login: 'never' }), (req, res) => res.json({ sun: true }));
inside.get('/seeds', bed({ login: 'optional' }), (req, res) => res.json({ mine: req.isAuthenticated }));
inside.get('/tools', bed({}), (req, res) => res.json({ of: req.gardener.id }));
// It says what it is for, and the error handler answers it with 500 like every other.
const shed = (req, res, next) => {
  if (!req.isAuthenticated) throw new Error('Unauthorized. Show a token.');
  next();
};
inside.get('/shed', shed, (req, res) => res.json({ rakes: 2 }));
// This one refuses for something else.
const season = (req, res, next) => {
  if (req.isAuthenticated && req.query.month === 'may') throw new Error('too cold');
  next();
};
inside.get('/sowing', season, (req, res) => res.json({ sown: true }));
glass.use('/inside', inside);

// This one answers preflights and refuses all others without a token.
const door = (req, res, next) => {
  if (req.method === 'OPTIONS') return res.status(200).end();
  if (!req.headers.authorization) return res.status(401).json({ error: 'closed' });
  req.gardener = jwt.verify(req.headers.authorization, 'pot');
  next();
};
const cellar = express.Router();
cellar.use(door);
cellar.get('/bulbs', (req, res) => res.json({ bulbs: [] }));
glass.use('/cellar', cellar);

// Nobody leaves anything here: it is passport's method.
const known = (req, res, next) => (req.isAuthenticated() ? next() : res.status(401).json({ error: 'who are you' }));
glass.get('/ledger', known, (req, res) => res.json({ sold: 3 }));

glass.use((error, req, res, next) => {
  res.status(error.code || 500).json({ message: error.message });
});
glass.listen(4800);
