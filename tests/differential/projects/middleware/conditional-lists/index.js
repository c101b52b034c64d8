const express = require('express');
const app = express();
const options = { secure: true, limits: false, extras: [] };
function lock(req, res, next) { next(); }
function meter(req, res, next) { next(); }
function ink(req, res, next) { next(); }
const chain = [options.secure && lock, options.limits ? meter : null, ...options.extras].filter(Boolean);
app.get('/pages', chain, (req, res) => res.end());
app.post('/pages', ...chain, ink, (req, res) => res.end());
app.put('/pages', chain.concat(ink, [meter]), (req, res) => res.end());
app.patch('/pages', [].concat(options.limits ? meter : [], ink), (req, res) => res.end());
const compose = (...fns) => fns.flat().reverse();
app.delete('/pages', compose(ink, [lock, meter]), (req, res) => res.end());
app.listen(1);
