// What a helper gives where a field is missing, compared with a constant: the field is required where that refuses the request.
const express = require('express');
const { count } = require('ledger');
const kiln = express();
kiln.use(express.json());

// Null, with something that runs in any case.
kiln.post('/tried', (req, res) => {
  const clayOf = (value) => {
    try {
      if (!value) return null;
      return value;
    } finally {
      count();
    }
  };
  if (clayOf(req.body.clay) === null) return res.status(409).json({ error: 'no clay' });
  res.json({ fired: true });
});
// Behind what runs in any case, kept in a variable, and asked the other way round.
kiln.post('/kept', (req, res) => {
  const clayOf = (value) => {
    try {
      if (!value) return undefined;
    } finally {
      count();
    }
    return { of: value };
  };
  const clay = clayOf(req.body.clay);
  if (undefined !== clay) return res.json({ fired: true });
  res.sendStatus(409);
});
// One of several answers, of which two are for what is missing.
kiln.post('/said', (req, res) => {
  const verdict = (clay, glaze) => {
    if (!clay) return 'no clay';
    if (!glaze) return 'no glaze';
    return 'fine';
  };
  if (verdict(req.body.clay, req.body.glaze) !== 'fine') return res.sendStatus(422);
  res.json({ fired: true });
});
// What is missing gives another answer than the one that is refused.
kiln.post('/other', (req, res) => {
  const heatOf = (value) => {
    if (!value) return 900;
    if (value === 'cold') return null;
    return value;
  };
  if (heatOf(req.body.heat) === null) return res.sendStatus(409);
  res.json({ fired: true });
});
kiln.listen(3000);
