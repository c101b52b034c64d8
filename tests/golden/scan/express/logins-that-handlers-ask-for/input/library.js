const express = require('express');
const session = require('express-session');
const passport = require('passport');
const { Strategy } = require('passport-local');
const readers = require('./readers');

const library = express();
library.use(express.json());
library.get('/hours', (request, response) => (request.user ? response.json({ from: 9 }) : response.status(401).json({ why: 'no session is open here' })));
library.use(session({ secret: 'dust', name: 'shelf' }));
passport.use(new Strategy((name, word, done) => readers.check(name, word, done)));
passport.serializeUser((reader, done) => done(null, reader.card));
passport.deserializeUser((card, done) => readers.byCard(card, done));
library.use(passport.initialize());
library.use(passport.session());

library.get('/loans', (request, response) => {
  if (!request.isAuthenticated()) return response.status(401).json({ why: 'log in' });
  response.json({ reader: request.user.name });
});
library.put('/loans/:book', (request, response) => {
  const reader = request.user;
  if (reader) response.json({ reader: reader.name, until: request.body.until });
  else response.status(403).json({ why: 'log in' });
});
library.delete('/loans/:book', (request, response, next) => {
  if (request.isUnauthenticated()) return next(Object.assign(new Error('log in'), { status: 401 }));
  response.sendStatus(204);
});

library.get('/desk', (request, response) => {
  if (!request.isAuthenticated()) return response.redirect('/login');
  response.json({ reader: request.user.name });
});

// These serve strangers, too.
library.get('/login', (request, response) => {
  if (request.isAuthenticated()) return response.redirect('/desk');
  response.render('login');
});
library.get('/way-out', (request, response) => response.redirect(request.user ? '/desk' : '/hours'));
library.get('/shelves', (request, response) => response.json({ known: request.isAuthenticated(), books: [] }));
library.get('/news', (request, response) => {
  if (request.user && request.user.blocked) return response.status(403).json({ why: 'blocked' });
  response.json({ news: [] });
});
library.get('/books/:book', (request, response) => {
  if (!request.isAuthenticated() && request.query.rare) return response.status(401).json({ why: 'log in' });
  response.json({ book: request.params.book });
});
library.post('/login', passport.authenticate('local'), (request, response) => response.json({ reader: request.user.name }));

library.listen(7000);
