const express = require('express');
const helmet = require('helmet');
const app = express();
function own(req, res, next) { next(); }
app.get('/filtered', [own, express.json(), helmet(), false].filter(Boolean), (req, res) => res.end());
app.get('/and', ...(express.json() && helmet() ? [own] : []), (req, res) => res.end());
app.get('/or', helmet() || own, (req, res) => res.end());
if (helmet()) app.get('/if', (req, res) => res.end());
app.listen(1);
