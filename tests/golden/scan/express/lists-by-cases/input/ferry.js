// A value that has to be in a list, where the list is chosen by a condition that only requests decide, or by the configuration.
const express = require('express');
const ferry = express();
ferry.use(express.json());
function allowedOn(deck) {
  let allowed;
  switch (deck) {
    case 'upper': allowed = ['walker', 'bicycle']; break;
    case 'lower': allowed = ['car']; break;
    default: allowed = ['car', 'lorry']; break;
  }
  return allowed;
}
ferry.post('/tickets', (req, res) => {
  if (!allowedOn(req.query.deck).includes(req.body.kind)) return res.status(400).json({ error: 'kind' });
  return res.status(201).json({ ok: true });
});
ferry.post('/returns', (req, res) => {
  let allowed;
  if (req.query.season === 'winter') allowed = ['day'];
  else allowed = ['day', 'week', 'open'];
  if (!allowed.includes(req.body.until)) return res.status(400).json({ error: 'until' });
  return res.status(201).json({ ok: true });
});
ferry.post('/crews', (req, res) => {
  let allowed;
  switch (process.env.SHIP) {
    case 'old': allowed = ['stoker']; break;
    default: allowed = ['mate', 'cook']; break;
  }
  if (!allowed.includes(req.body.role)) return res.status(400).json({ error: 'role' });
  return res.status(201).json({ ok: true });
});
ferry.listen(4740);
