// Guards that let somebody pass by a key or by a login, whichever there is.
const express = require('express');
const session = require('express-session');
const passport = require('passport');
const jwt = require('jsonwebtoken');
const { MongoClient } = require('mongodb');

const monks = new MongoClient(process.env.MONKS).db().collection('monks');
const abbey = express();
abbey.use(session({ secret: process.env.SECRET, name: 'abbey.sid' }));

// A wrong key is refused, and who has none is sent to log in.
const byKeyOrLogin = async (req, res, next) => {
  if (req.session.isClosed === true) return res.redirect('/closed');
  if (req.headers['x-abbey-key']) {
    try {
      const monk = await monks.findOne({ key: req.headers['x-abbey-key'] });
      if (!monk) {
        res.status(400).json({ message: 'no such key' });
        return;
      }
      return next();
    } catch (error) {
      return res.status(400).json({ message: 'no such key' });
    }
  }
  if (req.session.user) {
    next();
    return;
  }
  res.redirect('/login');
};
const wrapped = (req, res, next) => {
  byKeyOrLogin(req, res, next);
};

// The login first, then a token, both with 401.
const byLoginOrToken = (req, res, next) => {
  if (req.session.monkId) return next();
  const [, token] = (req.headers.authorization || '').split(' ');
  if (!token) return res.status(401).json({ error: 'who are you?' });
  try {
    req.monk = jwt.verify(token, process.env.SECRET);
  } catch {
    return res.status(401).json({ error: 'who are you?' });
  }
  next();
};

abbey.get('/cellar', byKeyOrLogin, (req, res) => res.json([]));
abbey.get('/cellar/casks', wrapped, (req, res) => res.json([]));
abbey.get('/library', byLoginOrToken, (req, res) => res.json([]));
abbey.post('/login', (req, res) => {
  req.session.user = { id: 1 };
  req.session.monkId = 1;
  res.sendStatus(204);
});

// What passport remembers does as well as a key.
const choir = express.Router();
choir.use(passport.initialize(), passport.session());
const byPassport = async (req, res, next) => {
  if (req.isAuthenticated()) return next();
  const key = req.get('x-choir-key');
  if (key && (await monks.findOne({ key }))) return next();
  res.sendStatus(401);
};
choir.get('/psalms', byPassport, (req, res) => res.json([]));
abbey.use('/choir', choir);
abbey.listen(3000);
