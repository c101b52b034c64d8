// Guards that somebody passes who has logged in before, and who has not needs a key or a token: each does as well.
const express = require('express');
const session = require('express-session');
const cookieSession = require('cookie-session');
const cookieParser = require('cookie-parser');
const jwt = require('jsonwebtoken');
const passport = require('passport');
const { Strategy: Bearer } = require('passport-http-bearer');

passport.use(new Bearer((token, done) => done(null, token === process.env.PIER_TOKEN ? { id: 1 } : false)));
const list = (req, res) => res.json([]);
const pier = express();

// The key has to be what the configuration says.
const byLoginOrKey = (req, res, next) => {
  if (req.isAuthenticated() || req.get('x-pier-key') === process.env.PIER_KEY) return next();
  res.status(401).json({ out: true });
};
const byKeyOrUser = (req, res, next) => {
  if (!req.user && req.headers['x-pier-key'] !== process.env.PIER_KEY) return res.status(403).json({ out: true });
  next();
};
const byMember = (req, res, next) => {
  const key = req.query.pier_key || '';
  if (req.session.sailorId || key === process.env.PIER_KEY) return next();
  res.sendStatus(401);
};
const berths = express.Router();
berths.use(session({ secret: process.env.SECRET, name: 'pier.sid' }), passport.initialize(), passport.session());
berths.get('/', byLoginOrKey, list);
berths.get('/user', byKeyOrUser, list);
berths.get('/member', byMember, list);
pier.use('/berths', berths);

// A middleware of the program says who it is, from the session or from a cookie; and the guard stands where nobody says it, too.
const byUserOrToken = (req, res, next) => {
  if (req.user) return next();
  passport.authenticate('bearer', { session: false })(req, res, next);
};
const ropes = express.Router();
ropes.use(cookieSession({ name: 'ropes', keys: [process.env.SECRET] }));
ropes.use((req, res, next) => {
  if (req.session.sailor) req.user = req.session.sailor;
  next();
});
ropes.get('/', byUserOrToken, list);
pier.use('/ropes', ropes);

const nets = express.Router();
nets.use(cookieParser(), (req, res, next) => {
  try {
    req.user = jwt.verify(req.cookies.token, process.env.SECRET);
  } catch {
    // whoever comes without one goes on as nobody
  }
  next();
});
nets.get('/', byUserOrToken, list);
nets.get('/key', (req, res, next) => {
  if (req.user) return next();
  const key = req.get('x-net-key');
  if (!key) return res.sendStatus(401);
  if (key !== process.env.NET_KEY) return res.sendStatus(403);
  next();
}, list);
pier.use('/nets', nets);
pier.get('/tides', byUserOrToken, list);
pier.listen(3000);
