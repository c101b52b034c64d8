const express = require('express');
const passport = require('passport');
const { Strategy: GitHub } = require('passport-github2');
const { Strategy: Google } = require('passport-google-oauth20');

passport.use(new GitHub({ clientID: 'pier' }, (token, refresh, profile, done) => done(null, { id: profile.id })));
passport.use(new Google({ clientID: 'pier' }, (token, refresh, profile, done) => done(null, { id: profile.id })));

const pier = express();
pier.use(passport.initialize());

// The request names the strategy: any that is in use.
pier.get('/board/:by', (request, response, next) => passport.authenticate(request.params.by)(request, response, next));
pier.get('/board/:by/back', (request, response, next) => {
  passport.authenticate(request.params.by, { session: false, failureRedirect: '/board' })(request, response, next);
}, (request, response) => response.json({ aboard: request.user.id }));

// One of two, and one that is known.
pier.get('/embark', (request, response, next) => {
  const by = request.query.work ? 'github' : 'google';
  passport.authenticate(by, { session: false })(request, response, next);
});
pier.get('/embark/github', passport.authenticate('github', { scope: ['user'] }));

// A name of one's own that sends nobody elsewhere.
pier.get('/crew', passport.authenticate('badge', { session: false }), (request, response) => response.json({ crew: true }));
pier.listen(3000);
