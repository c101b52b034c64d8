// What stands around some routes is used again in a route behind them: it still runs in front of who asks what it has left.
const cookieParser = require('cookie-parser');
const express = require('express');
const jwt = require('jsonwebtoken');

const wings = express.Router();
const membersOnly = (req, res, next) => (res.locals.member ? next() : res.redirect('/entrance'));
const askForTicket = (req, res, next) => {
  try {
    res.locals.member = !!jwt.verify(req.cookies.ticketToken, process.env.STAMP);
  } catch {
    res.locals.member = false;
  }
  next();
};
const halls = express.Router();
halls.get('/:hall?', askForTicket, (req, res) => res.json({ greets: res.locals.member ? 'member' : 'visitor' }));
const vaults = express.Router();
vaults.get('/prints', (req, res) => res.json({ prints: 12 }));
vaults.post('/prints', (req, res) => res.status(201).json({ printed: true }));

wings.use('/vaults', askForTicket, membersOnly, vaults);
wings.use('/', halls);

const museum = express();
museum.use(cookieParser());
museum.use(express.static('posters'));
museum.get('/entrance', (req, res) => res.json({ price: 4 }));
museum.use('/', wings);
museum.listen(3000);
