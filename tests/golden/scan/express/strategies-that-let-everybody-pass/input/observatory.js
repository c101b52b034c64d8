const express = require('express');
const session = require('express-session');
const passport = require('passport');
const domes = require('./domes');

const app = express();
app.use(passport.initialize());

function watch(strategy, { strict, wrapped = true }) {
  const guard = function guard(request, response, next) {
    if (request.user) return next();
    passport.authenticate(strategy, (error, user, info) => {
      // What is for another strategy none of these hears.
      if ((error || info instanceof Error) && strategy === 'saml') return response.status(401).json({ saml: true });
      if (error) return next(error);
      if (!user && strict) return response.status(401).json({ who: null });
      if (user && user.banned) return response.status(403).json({ banned: true });
      if (user) request.user = { ...user, night: true };
      return next();
    })(request, response, next);
  };
  // What a wrapper hands on besides refuses nobody.
  return wrapped ? (...all) => Promise.resolve(guard(...all)).catch(all[2]) : guard;
}

const key = watch('headerapikey', { strict: false });
const token = watch('jwt', { strict: true });

// Nobody has to be known.
app.get('/sky', watch('jwt', { strict: false }), (request, response) => response.json({ clear: true }));
app.get('/sky/now', watch('jwt', { strict: false, wrapped: false }), (request, response) => response.json({ clear: true }));
// The one or the other: who is known by the key is asked for no token.
app.get('/domes', key, token, (request, response) => response.json([]));
app.get('/domes/open', watch('headerapikey', { strict: false, wrapped: false }), watch('jwt', { strict: true, wrapped: false }), (request, response) =>
  response.json([]),
);
app.get('/lenses', token, (request, response) => response.json([]));

// Who is known passes, and others do as long as there is a dome: it asks nobody for a login.
async function domesFirst(request, response, next) {
  const isBuilt = request.user || (await domes.any());
  if (isBuilt) return next();
  response.redirect('/build');
}
app.get('/plans', key, domesFirst, (request, response) => response.json({ plans: 2 }));

// It sends away whoever is not known.
function known(request, response, next) {
  if (!request.user) return response.redirect('/enter');
  next();
}
app.get('/plans/mine', key, known, (request, response) => response.json({ plans: 1 }));

// Behind the login of a session that does as well.
const desk = express.Router();
desk.use(session({ secret: process.env.SESSION_SECRET, name: 'desk' }), passport.session());
desk.get('/notes', token, (request, response) => response.json([]));
app.use('/desk', desk);

// There is a session, and nobody keeps a login in it.
const shelf = express.Router();
shelf.use(session({ secret: process.env.SESSION_SECRET, name: 'shelf' }));
shelf.get('/books', token, (request, response) => response.json([]));
app.use('/shelf', shelf);

app.listen(3000);
