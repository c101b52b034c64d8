// Guards of packages that a middleware of the program calls with its own request ask for what they ask for.
const express = require('express');
const basicAuth = require('express-basic-auth');
const { auth } = require('express-oauth2-jwt-bearer');
const { requiresAuth, attemptSilentLogin } = require('express-openid-connect');
const rateLimit = require('express-rate-limit');

const abbey = express();
const login = requiresAuth();
const token = auth({ audience: 'abbey', issuerBaseURL: 'https://abbey.example' });
const gate = basicAuth({ users: { porter: 'knock' } });
const count = rateLimit({ windowMs: 1000, max: 5 });

// Handed on as they are.
const cloister = express.Router();
cloister.use((request, response, next) => login(request, response, next));
cloister.get('/', (request, response) => response.json({ walks: 4 }));
abbey.use('/cloister', cloister);

// With a function of its own behind it, which looks at whom it has let in.
const library = express.Router();
library.use((request, response, next) =>
  login(request, response, (error) => {
    if (error) return next(error);
    if (request.oidc.user.role === 'reader') return next();
    response.status(403).json({ message: 'readers only' });
  }),
);
library.get('/', (request, response) => response.json({ books: 12 }));
abbey.use('/library', library);

// Called for some addresses only.
const OPEN = ['/garden/gate', '/garden/well'];
abbey.use('/garden', (request, response, next) => {
  if (OPEN.some((each) => request.originalUrl === each)) return next();
  return token(request, response, next);
});
abbey.get('/garden/gate', (request, response) => response.json({ open: true }));
abbey.get('/garden/herbs', (request, response) => response.json({ herbs: 7 }));

abbey.use('/cellar', (request, response, next) => (request.method === 'GET' ? next() : gate(request, response, next)));
abbey.get('/cellar', (request, response) => response.json({ casks: 3 }));
abbey.post('/cellar', (request, response) => response.status(201).end());

// Whom it does not know goes on all the same, or it is only asked of those who send something.
abbey.use('/nave', (request, response, next) => token(request, response, () => next()));
abbey.get('/nave', (request, response) => response.json({ pews: 40 }));
abbey.use('/choir', (request, response, next) => (request.query.late ? token(request, response, next) : next()));
abbey.get('/choir', (request, response) => response.json({ stalls: 24 }));

// What counts requests and what only looks for a login asks nobody.
abbey.use('/tower', (request, response, next) => count(request, response, next));
abbey.get('/tower', (request, response) => response.json({ bells: 5 }));
abbey.use('/porch', (request, response, next) => attemptSilentLogin()(request, response, next));
abbey.get('/porch', (request, response) => response.json({ lamps: 2 }));

abbey.listen(3000);
