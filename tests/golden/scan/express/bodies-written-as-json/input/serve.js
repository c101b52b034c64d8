// A text that `JSON.stringify` made and that goes out as JSON is data, by `end` or `send`, whoever names the type.
const express = require('express');
const wells = express();

wells.get('/end', (req, res) => {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify({ depth: Number(req.query.depth) }));
});
wells.get('/head', (req, res) => {
  res.writeHead(202, { 'Content-Type': 'application/json' });
  res.end(JSON.stringify({ depth: 3 }));
});
wells.get('/send', (req, res) => {
  res.type('json').send(JSON.stringify({ depth: 3, dry: false }));
});
wells.get('/either', (req, res) => {
  if (!req.query.rope) return res.json({ said: 'too short' });
  res.set('content-type', 'application/json').send(JSON.stringify({ depth: 3 }));
});
// No type says that it is JSON: it goes out as a page.
wells.get('/as-page', (req, res) => {
  res.send(JSON.stringify({ depth: 3 }));
});

wells.listen(3000);
