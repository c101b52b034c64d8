const async = require('async');
const express = require('express');
const app = express();
const db = { open(done) { setTimeout(done, 5); } };
async.series([
  (next) => db.open(next),
  (next) => { app.use('/wells', require('./wells')); next(); },
  function (next) { app.get('/status', (req, res) => res.end()); next(null); },
], (error) => {
  if (error) throw error;
  app.post('/done', (req, res) => res.end());
  app.listen(1);
});
