const express = require('express');
const app = express();
const base = '/herd';
function shear(req, res, next) { next(); }
app.use(['/herd', base, '/herd/:ewe'], shear);
app.get('/herd', (req, res) => res.end());
app.get('/herd/:ewe', (req, res) => res.end());
for (let i = 0; i < 2; i++) app.use('/flock', shear);
app.get('/flock', (req, res) => res.end());
app.listen(1);
