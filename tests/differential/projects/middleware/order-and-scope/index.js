const express = require('express');
const app = express();
function one(req, res, next) { next(); }
function two(req, res, next) { next(); }
function three(req, res, next) { next(); }
app.get('/first', (req, res) => res.end());
app.use(one);
app.use('/deep', two);
app.get('/deep', (req, res) => res.end());
app.get('/deep/er', (req, res) => res.end());
app.get('/deeper', (req, res) => res.end());
const sibling = express.Router();
sibling.use(three);
sibling.get('/sibling', (req, res) => res.end());
app.use(sibling);
app.get('/after-sibling', (req, res) => res.end());
app.use((err, req, res, next) => next(err));
app.get('/after-error', one, (req, res) => res.end());
app.all('/every', two, (req, res) => res.end());
app.use(two);
app.listen(1);
