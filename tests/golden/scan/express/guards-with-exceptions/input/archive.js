const express = require('express');
const { expressjwt } = require('express-jwt');

const archive = express();
const free = ['/catalogue', { url: /^\/maps\/\d+$/, methods: ['GET'] }, { url: '/cards', methods: ['POST'] }];
archive.use(expressjwt({ secret: 'vellum', algorithms: ['HS256'] }).unless({ path: free, method: 'OPTIONS' }));
archive.get('/catalogue', (req, res) => res.json([{ shelf: 1 }]));
archive.get('/maps/:map', (req, res) => res.json({ map: req.params.map }));
archive.delete('/maps/:map', (req, res) => res.sendStatus(204));
archive.post('/cards', (req, res) => res.status(201).json({ card: 7 }));
archive.get('/cards', (req, res) => res.json([]));
archive.options('/cards', (req, res) => res.sendStatus(204));

// The package's function on a guard of the program: it is the guard that stands in the chain.
const { unless } = require('express-unless');
const reader = function reader(req, res, next) {
  if (!req.headers.authorization) return res.status(401).json({ message: 'who reads?' });
  if (req.headers['x-ink']) return res.sendStatus(418);
  next();
};
reader.unless = unless;
const hall = express.Router();
hall.use(reader.unless({ path: ['/hall/doors', /^\/hall\/lamps/] }));
hall.get('/doors', (req, res) => res.json({ doors: 2 }));
hall.get('/lamps/:lamp', (req, res) => res.json({ lit: true }));
hall.get('/desks', (req, res) => res.json({ desks: 40 }));
const wing = express();
wing.use('/hall', hall);
wing.get('/silent', unless.call(reader, { method: 'GET' }), (req, res) => res.json({}));
wing.listen(4003);

archive.listen(4002);
