const express = require('express');
const app = express();
function onHost(name, inner) {
  return function hostGate(req, res, next) { return req.headers.host === name ? inner(req, res, next) : next(); };
}
const admin = express.Router();
admin.get('/panel', (req, res) => res.end());
app.use(function before(req, res, next) { next(); });
app.use('/plain', (req, res, next) => next());
app.get('/front', (req, res) => res.end());
module.exports = { onHost, app, admin };
app.listen(1);
