const express = require('express');
const { csrfSync } = require('csrf-sync');
const { doubleCsrf } = require('csrf-csrf');
const csurf = require('csurf');

const { csrfSynchronisedProtection, generateToken } = csrfSync();
const { doubleCsrfProtection } = doubleCsrf({ getSecret: () => 'incense' });
const { doubleCsrfProtection: inTheBody } = doubleCsrf({ getSecret: () => 'incense', getTokenFromRequest: (req) => req.body.token, errorConfig: { statusCode: 419 } });
const vestry = express();
vestry.use(express.json());

// What changes something needs the token; what only reads does not.
vestry.get('/token', (req, res) => { res.json({ token: generateToken(req) }); });
vestry.route('/robes').all(csrfSynchronisedProtection).get((req, res) => { res.json({ robes: 3 }); }).post((req, res) => { res.json({ hung: true }); });
vestry.delete('/robes/one', doubleCsrfProtection, (req, res) => { res.json({ gone: true }); });
// Where it is to be looked for the program may say; csurf looks in several places.
vestry.put('/robes/one', inTheBody, (req, res) => { res.json({ mended: true }); });
vestry.patch('/robes/one', csurf(), (req, res) => { res.json({ patched: true }); });

vestry.listen(3000);
