// `auth()` leaves who is logged in as `request.oidc`, by a cookie of its own. Whether it refuses strangers is up to its options, or to whoever asks.
const express = require('express');
const { auth, attemptSilentLogin, claimIncludes, requiresAuth } = require('express-openid-connect');

const lighthouse = express();
const keepers = express();
const pilots = express();

lighthouse.get('/tides', (request, response) => response.json({ high: 6 }));
lighthouse.use(auth({ authRequired: false, baseURL: 'https://light.example', session: { name: 'lamp' } }));

lighthouse.get('/', (request, response) => response.json({ open: request.oidc.isAuthenticated() }));
lighthouse.get('/log', requiresAuth(), (request, response) => response.json({ of: request.oidc.user.email }));
lighthouse.get('/lens', claimIncludes('roles', 'keeper'), (request, response) => response.json({ clean: true }));
lighthouse.get('/quiet', attemptSilentLogin(), (request, response) => response.json({ quiet: true }));

// The handler asks, or a function of the program in front of it.
lighthouse.get('/watch', (request, response) => {
  if (!request.oidc.isAuthenticated()) return response.status(401).json({ reason: 'who goes there' });
  response.json({ of: request.oidc.user.sub, token: request.oidc.idToken });
});
lighthouse.get('/oil', (request, response) => {
  const { user } = request.oidc;
  if (!user) return response.sendStatus(401);
  response.json({ barrels: 3 });
});
const knowsKeeper = (request, response, next) => (request.oidc.user ? next() : response.status(401).json({ reason: 'who goes there' }));
lighthouse.post('/oil', knowsKeeper, (request, response) => response.status(201).json({ barrels: 4 }));

// Strangers are refused by itself: sent to the login, or with an error.
keepers.use(auth());
keepers.get('/', (request, response) => response.json({ of: request.oidc.user.name }));
lighthouse.use('/keepers', keepers);

pilots.use(auth({ errorOnRequiredAuth: true }));
pilots.get('/', (request, response) => response.json({ ships: [] }));
lighthouse.use('/pilots', pilots);

lighthouse.listen(3000);
