const express = require('express');
const app = express();
function last(req, res, next) { next(); }
function first(req, res, next) { next(); }
Promise.resolve(app)
  .then((target) => { target.use(first); return target; })
  .then((target) => { target.get('/in-then', (req, res) => res.end()); })
  .finally(() => { app.use(last); app.get('/in-finally', (req, res) => res.end()); })
  .then(() => { app.get('/after-finally', (req, res) => res.end()); });
Promise.reject(new Error('known')).catch((error) => { app.get(`/caught-${error.message}`, (req, res) => res.end()); });
app.get('/sync', (req, res) => res.end());
app.listen(1);
