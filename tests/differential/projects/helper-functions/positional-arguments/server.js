const express = require('express');
const { wireRead, wireWrite } = require('./lib/wire');
const app = express();
function stampRequest(req, res, next) { next(); }
app.use(stampRequest);
wireRead(app, '/marmots', (req, res) => res.end());
wireRead(app, '/otters', (req, res) => res.end());
wireWrite(app, '/marmots', function saveMarmot(req, res) { res.end(); });
app.listen(4000);
