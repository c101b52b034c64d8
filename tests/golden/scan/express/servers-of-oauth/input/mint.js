const express = require('express');
const OAuthServer = require('express-oauth-server');
const NodeOAuthServer = require('@node-oauth/express-oauth-server');
const model = require('./model.js');

const mint = express();
const oauth = new OAuthServer({ model, grants: ['authorization_code', 'refresh_token'] });
const other = new NodeOAuthServer({ model });

// The login itself asks for no token.
mint.post('/token', oauth.token());
mint.post('/authorize', oauth.authorize({ authenticateHandler: { handle: (request) => request.user } }), (request, response) => response.json({}));

// What a token is needed for, and for which of what it allows.
mint.get('/coins', oauth.authenticate(), (request, response) => response.json({ by: response.locals.oauth.token.user.id }));
mint.get('/notes', [oauth.authenticate({ scope: 'read print' })], (request, response) => response.json({ notes: 4 }));
mint.delete('/notes', other.authenticate({ scope: ['print'] }), (request, response) => response.sendStatus(204));
const vault = express.Router();
vault.use(other.authenticate());
vault.get('/', (request, response) => response.json({ bars: 7 }));
mint.use('/vault', vault);

mint.listen(8080);
