// Each step waits for the one before it, whenever that calls back.
const express = require('express');
const slip = require('bootevent')({ depth: 4 });

slip
  .acquire((harbour, next) => { harbour.pilots = { check: (req, res, next) => (req.headers['x-pilot'] ? next() : res.sendStatus(401)) }; setImmediate(next); })
  .acquire((harbour, next) => { Promise.resolve().then(() => { harbour.app = express(); next(); }); })
  .acquire((harbour, next) => { harbour.app.use(harbour.pilots.check); next(); })
  .boot((harbour) => {
    harbour.app.get('/slips', (req, res) => res.json({ depth: harbour.depth }));
    harbour.app.listen(3001);
  });
