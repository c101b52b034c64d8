const express = require('express');
const kiosk = express.Router();
const answer = (req, res) => res.end();
function ledger(req, res, next) { next(); }
function offer({ method = 'get', path, guards = [], handler = answer, versions: [first = 'v1'] = [] }) {
  kiosk[method](`/${first}${path}`, guards, handler);
}
offer({ path: '/tickets' });
offer({ path: '/tickets', method: 'post', guards: [ledger] });
offer({ path: '/seats/:row', method: 'delete', versions: ['v2'], handler: (req, res) => res.end() });
express().use('/kiosk', kiosk).listen(80);
