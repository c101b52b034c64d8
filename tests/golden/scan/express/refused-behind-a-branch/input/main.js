const express = require('express');

const gate = express();
gate.use(express.json());
const refuse = (res) => res.status(400).json({ reason: 'missing' });
const need = (value) => { if (!value) throw Object.assign(new Error('needed'), { status: 422 }); };

// Who has a pass needs no name.
gate.post('/after-an-answer', (req, res) => {
  const { pass, name } = req.body;
  if (pass) return res.json({ open: true });
  if (!name) return refuse(res);
  res.json({ open: false });
});

gate.post('/in-a-case/:door', (req, res) => {
  switch (req.params.door) {
    case 'north': return res.json({ open: true });
    default: break;
  }
  if (!req.body.name) return refuse(res);
  res.json({ open: false });
});

gate.post('/in-one-arm', (req, res) => {
  if (req.body.kind === 'guest') {
    if (!req.body.host) return refuse(res);
  }
  res.json({ open: true });
});

// In both arms: nobody passes without a name.
gate.post('/in-both-arms', (req, res) => {
  if (req.body.kind === 'guest') {
    if (!req.body.name) return refuse(res);
    return res.json({ open: 'slowly' });
  }
  need(req.body.name);
  res.json({ open: 'at once' });
});

// Whoever was let in before by the same value was not without it.
gate.post('/tested-again', (req, res) => {
  const { name } = req.body;
  if (name === 'warden') return res.json({ open: true });
  if (!name) return refuse(res);
  if (!name) throw new Error('cannot be');
  res.json({ open: false });
});

gate.post('/passed-on', (req, res, next) => { if (req.body.pass) return next(); if (!req.body.name) return refuse(res); next(); }, (req, res) => res.json({ open: true }));

// Nobody answers this error but Express: with 500.
gate.get('/broken', (req) => { if (!req.query.quiet) throw new Error('broken'); });

gate.listen(3000);
