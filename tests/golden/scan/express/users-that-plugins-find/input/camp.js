// Which function finds the user of a session is made by a plugin: that it finds somebody, or nobody, holds all the same.
const express = require('express');
const session = require('express-session');
const passport = require('passport');
const LocalStrategy = require('passport-local');
const Camper = require('./camper');
const Ranger = require('./ranger');

const camp = express();
camp.use(express.json());
camp.use(session({ secret: process.env.SECRET, name: 'tent' }));
camp.use(passport.initialize());
camp.get('/weather', (request, response) => (request.user ? response.json({ rain: 1 }) : response.sendStatus(401)));
camp.use(passport.session());

passport.use('rangers', Ranger.createStrategy());
passport.use(new LocalStrategy({ usernameField: 'nick' }, Camper.authenticate()));
passport.serializeUser(Camper.serializeUser());
passport.deserializeUser(Camper.deserializeUser());

const isLoggedIn = (request, response, next) => {
  if (!request.isAuthenticated()) return response.redirect('/login');
  next();
};

camp.get('/tents', (request, response) => response.json({ tents: 4 }));
camp.get('/greeting', (request, response) => response.json({ to: request.user ? request.user.nick : 'stranger' }));
camp.post('/tents', isLoggedIn, (request, response) => response.status(201).json({ of: request.user._id }));
camp.get('/me', (request, response) => {
  if (!request.user) return response.status(401).json({ reason: 'nobody' });
  response.json({ name: request.user.nick });
});
camp.get('/fires', (request, response) => {
  if (request.isUnauthenticated()) return response.sendStatus(401);
  response.json({ lit: true });
});
// What the strategy asks for, under the name that the plugin is told.
camp.post('/campers', async (request, response, next) => {
  try {
    const camper = await Camper.register(new Camper({ email: request.body.email, nick: request.body.nick }), request.body.password);
    request.login(camper, (error) => (error ? next(error) : response.status(201).json({ nick: camper.nick })));
  } catch (error) {
    response.status(400).json({ reason: error.message });
  }
});
camp.post('/login', passport.authenticate('local', { failureRedirect: '/login' }), (request, response) => response.redirect('/tents'));

camp.post('/rangers/login', passport.authenticate('rangers'), (request, response) => response.json(request.user));

camp.listen(3000);
