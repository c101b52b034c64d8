const express = require('express');
const app = express();
function first(req, res, next) { next(); }
function second(req, res, next) { next(); }
app.get('/same', first, (req, res) => res.end());
app.get('/same', second, (req, res) => res.end());
app.all('/any', (req, res) => res.end());
app.get('/any', second, (req, res) => res.end());
app.get('/:wild', (req, res) => res.end());
app.get('/tame', (req, res) => res.end());
app.listen(1);
