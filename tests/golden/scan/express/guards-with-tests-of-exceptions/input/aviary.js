const express = require('express');
const { expressjwt } = require('express-jwt');

const guard = () => expressjwt({ secret: 'feather', algorithms: ['HS256'] });
const cages = (check) => {
  const rows = express.Router();
  rows.use(check);
  rows.get('/birds', (req, res) => res.json([{ wings: 2 }]));
  rows.post('/birds', (req, res) => res.status(201).end());
  rows.get('/seeds/:kind', (req, res) => res.json({ grams: 3 }));
  return rows;
};

const aviary = express();
aviary.use('/a', cages(guard().unless((req) => req.originalUrl.startsWith('/a/seeds'))));
aviary.use('/b', cages(guard().unless({ custom: (req) => req.method === 'GET', path: ['/b/nothing'] })));
// What only run time knows lets nobody by for certain.
aviary.use('/c', cages(guard().unless({ custom: (req) => req.app.locals.open })));
aviary.listen(3000);
