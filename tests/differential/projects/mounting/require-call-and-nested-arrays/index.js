const express = require('express');
const app = express();
function a(req, res, next) { next(); }
function b(req, res, next) { next(); }
function c(req, res, next) { next(); }
app.use([a, [b, [c]]]);
require('./planks')(app, { under: '/planks' });
app.use('/nested', [[require('./beams')()], a], b);
app.use([['/x', '/y'], '/z'], require('./beams')('tall'));
app.listen(1);
