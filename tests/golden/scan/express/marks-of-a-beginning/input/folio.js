const express = require('express');

const folio = express();
const page = express.Router();
// Express 4 makes a regular expression of the text: a mark of the beginning changes nothing.
page.get('^/$|/index(.html)?', (req, res) => res.send('first')); //~ core/regexp-path
page.get('^/colophon', (req, res) => res.send('last'));
page.get('/errata/:sheet$', (req, res) => res.send('last'));
page.get('/insets/:inset(\\d+)$', (req, res) => res.send('last'));
page.get('/plates/:plate(\\d+)(/detail/:part(\\d+))?$', (req, res) => res.send('last'));
// A beginning without a slash never matches.
page.get('imprint', (req, res) => res.send('lost')); //~ core/path-without-slash
folio.use('/folio', page);
folio.listen(8115);
