const express = require('express');
const bodyParser = require('body-parser');

const typist = express();
// Of a route's own: whatever parses for all, this is what the route is for. `length` is JavaScript's.
typist.post('/letters', bodyParser.text({ type: ['text/plain', 'text/markdown'] }), (req, res) => {
  if (req.body.length > 100) return res.status(413).end();
  res.json({ letter: req.body.replace(/\r/g, '') });
});
typist.post('/hooks', express.raw({ type: 'application/json' }), (req, res) => { res.json({ bytes: req.body.byteLength }); });
typist.post('/scans', express.raw(), (req, res) => { res.json({ bytes: req.body.length }); });
typist.post('/tables', express.text({ type: '*/*' }), (req, res) => { res.json({ lines: req.body.split('\n').length }); });
typist.get('/letters', bodyParser.text(), (req, res) => { res.json({ letters: 2 }); });

// For all, and nothing else: a text where somebody reads it.
const notes = express.Router();
notes.use(express.text());
notes.post('/', (req, res) => { res.json({ note: req.body.trim(), long: req.body.length > 9 }); });
notes.post('/bell', (req, res) => { res.json({ rung: true }); });
typist.use('/notes', notes);

// Beside others it is what most routes have none of.
typist.use(express.text(), express.json());
typist.post('/orders', (req, res) => { res.json({ paper: req.body.paper }); });
typist.listen(8061);
