const express = require('express');
const session = require('express-session');
const passport = require('passport');
const { Strategy } = require('passport-local');
const keepers = require('some-store');

passport.use(new Strategy((name, word, done) => keepers.check(name, word).then((keeper) => done(null, keeper), done)));
passport.serializeUser((keeper, done) => done(null, keeper.id));
passport.deserializeUser((id, done) => keepers.find(id).then((keeper) => done(null, keeper), done));

const app = express();
app.use(session({ secret: process.env.SECRET }));
app.use(passport.initialize());
app.use(passport.session());

// Who comes with a token is known for certain behind it, whoever is logged in elsewhere.
const byToken = async (req, res, next) => {
  const token = req.get('access-token');
  if (!token) return res.status(403).json({ error: 'no token' });
  req.user = { id: (await keepers.ofToken(token)).id };
  next();
};
app.all('/api/*', byToken);

// One function guards what stands behind both.
const loggedIn = (req, res, next) => {
  if (!req.user) return next(Object.assign(new Error('log in'), { status: 401 }));
  next();
};
app.get('/lamps', loggedIn, (req, res) => res.json({ keeper: req.user.id }));
app.get('/api/lamps', loggedIn, (req, res) => res.json({ keeper: req.user.id }));

const horns = express.Router();
horns.get('/', loggedIn, (_req, res) => res.json([]));
app.use('/horns', horns);

app.get('/tides', (_req, res) => res.json([]));

app.use((error, _req, res, _next) => res.status(error.status || 500).json({ message: error.message }));
app.listen(3000);
