const cors = require('cors');
const express = require('express');

const app = express();
const open = cors();
const shared = (req, res, next) => {
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  next();
};

// cors() ends it; what stands behind it never runs.
app.options('/tiles/:id', cors(), shared);
app.get('/tiles/:id', cors(), shared, (req, res) => res.json({ id: req.params.id }));

// The same one lets other methods go on.
app.options('/sheets', open, shared);
app.get('/sheets', open, shared, (req, res) => res.json({ sheets: [] }));

// Here it is told to go on.
app.options('/colours', cors({ preflightContinue: true }), (req, res) => res.json({ allowed: true }));
app.options('/inks', cors({ optionsSuccessStatus: 200 }), shared);

// A handler behind it is never asked, unless options that nobody knows tell it to go on.
app.options('/maps', cors(), (req, res) => res.status(200).json({ allowed: true }));
app.options('/atlases', cors((req, done) => done(null, req.query)), (req, res) => res.json({ allowed: true }));

app.listen(3000);
