const express = require('express');
const app = express();
function login(req, res, next) { next(); }
const api = express.Router();
api.route('/coins/:coin').all(login).get((req, res) => res.end()).delete((req, res) => res.end());
api.param('coin', (req, res, next, coin) => next(void coin));
app.use('/api', login, api);
app.route('/open').get((req, res) => res.end()).all((req, res) => res.end());
app.listen(1);
