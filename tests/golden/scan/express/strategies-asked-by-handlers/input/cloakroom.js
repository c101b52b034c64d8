const express = require('express');
const passport = require('passport');
const jwt = require('jsonwebtoken');
const { BasicStrategy } = require('passport-http');
const { Strategy: JwtStrategy, ExtractJwt } = require('passport-jwt');
const LocalStrategy = require('passport-local');

passport.use('porter', new BasicStrategy((name, word, done) => done(null, word === 'coat' && { name })));
passport.use('jwt', new JwtStrategy({ jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(), secretOrKey: 'hat' }, (claims, done) => done(null, claims)));
passport.use('desk', new LocalStrategy((name, word, done) => done(null, word === 'coat' && { name })));

const cloakroom = express();
cloakroom.use(express.json());
// Handlers that serve those only whom a strategy knows.
cloakroom.post('/tags', (req, res, next) => {
  passport.authenticate('porter', { session: false }, (error, porter, info) => {
    if (error) return next(error);
    const fail = (why, code = 401) => res.status(code).json({ why });
    if (!porter) return fail('who are you');
    res.json({ by: porter.name });
  })(req, res, next);
});
cloakroom.get('/coats', (req, res, next) => {
  passport.authenticate('jwt', { session: false }, (error, guest) => {
    if (error || !guest) return res.status(401).json({ error: 'who are you' });
    res.json({ coats: 1 });
  })(req, res, next);
});
// One that serves others as well, and the login itself.
cloakroom.get('/hooks', (req, res, next) => {
  passport.authenticate('jwt', { session: false }, (error, guest) => {
    if (error) return next(error);
    res.json({ free: 7, mine: guest ? 2 : 0 });
  })(req, res, next);
});
cloakroom.post('/in', (req, res, next) => {
  passport.authenticate('desk', (error, guest) => {
    if (!guest) return res.status(401).json({ error: 'wrong' });
    res.json({ token: jwt.sign({ name: guest.name }, 'hat') });
  })(req, res, next);
});

// Whoever shows a token is answered something else.
const whoIs = (req) => {
  const header = req.headers.authorization;
  if (!header) return null;
  try {
    return jwt.verify(header.split(' ')[1], 'hat');
  } catch {
    return null;
  }
};
cloakroom.get('/umbrellas', (req, res) => { res.json({ umbrellas: 4, mine: whoIs(req) !== null }); });
cloakroom.listen(8062);
