const express = require('express');
const jwt = require('jsonwebtoken');

const ferry = express();
ferry.use(express.json());

// Only drafts are for those who have a key.
const forDrafts = (req, res, next) => {
  if (req.query.state === 'draft' && req.get('x-crew-key') !== process.env.CREW_KEY) return res.status(401).json({ error: 'no key' });
  next();
};
ferry.get('/crossings', forDrafts, (req, res) => res.json({ state: req.query.state }));

// Whoever asks for the prices of an account says whose it is.
ferry.get(
  '/prices',
  (req, res, next) => {
    if (!req.query.account) return next();
    try {
      req.user = jwt.verify(req.headers.authorization, 'sea');
    } catch {
      return res.sendStatus(401);
    }
    next();
  },
  (req, res) => res.json({ price: 3 }),
);

// One kind of booking alone is made by agents.
const forAgents = (req, res, next) => {
  const kind = String(req.body.kind).toLowerCase();
  if (!['group', 'charter'].includes(kind)) return next();
  if (req.get('x-agent-key') !== process.env.AGENT_KEY) return res.status(403).json({ error: 'agents only' });
  next();
};
ferry.post('/bookings', forAgents, (req, res) => res.status(201).json({ kind: req.body.kind }));

// Either will do, and one of them has to be there.
const byKeyOrCode = (req, res, next) => {
  if (req.get('x-gate-key') !== process.env.GATE_KEY && !req.body.code) return res.status(401).json({ error: 'who?' });
  next();
};
ferry.post('/gates', byKeyOrCode, (req, res) => res.json({ open: true }));

ferry.listen(4100);
