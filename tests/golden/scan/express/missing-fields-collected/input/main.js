const express = require('express');

const desk = express();
desk.use(express.json());

function doubts(given = {}) {
  const found = [];
  const { mail, secret, age } = given;
  if (!mail || typeof mail !== 'string' || !mail.trim()) found.push('no mail');
  else if (!/@/.test(mail)) found.push('not a mail');
  if (!secret) found.push('no secret');
  // Only children need somebody who comes along.
  if (age && !given.guardian) found.push('alone');
  return { fine: found.length === 0, found };
}
desk.post('/guests', (req, res) => {
  const { fine, found } = doubts(req.body);
  if (!fine) return res.status(400).json({ found });
  res.json({ welcome: true });
});

desk.post('/streets', (req, res) => {
  const wrong = {};
  if (!req.body.name) wrong.name = 'Name';
  if (req.body.town === undefined) wrong.town = 'Town';
  if (Object.keys(wrong).length > 0) return res.status(422).json(wrong);
  res.json({ welcome: true });
});

desk.post('/filtered', (req, res) => {
  const lacking = ['bread', 'salt'].filter((each) => !req.body[each]);
  if (lacking.length) return res.status(400).json({ lacking });
  res.json({ wine: req.body.wine });
});

desk.post('/quantified', (req, res) => {
  if (['bread', 'salt'].some((each) => !req.body[each])) throw Object.assign(new Error('lacking'), { status: 400 });
  const complete = ['oil'].every((each) => req.body[each] !== undefined);
  if (!complete) return res.sendStatus(400);
  res.json({ wine: req.body.wine });
});

desk.post('/looped', (req, res) => {
  const lacking = [];
  for (const each of ['bread', 'salt']) if (!req.body[each]) lacking.push(each);
  if (lacking.length >= 1) return res.status(400).json({ lacking });
  res.json({ wine: req.body.wine });
});

desk.post('/named', (req, res) => {
  const { bread, salt, wine } = req.body;
  const lacking = !bread || !salt;
  if (lacking) return res.status(400).end();
  res.json({ wine });
});

// One or the other is enough.
desk.post('/either', (req, res) => {
  const { mail, phone } = req.body;
  if (!mail && !phone) return res.status(400).end();
  const ticket = req.query.ticket || req.headers['x-ticket'];
  if (!ticket) return res.status(400).end();
  res.json({ welcome: true });
});

// A list that is shown, and refused only when it is long, demands nothing.
desk.post('/warned', (req, res) => {
  const warnings = [];
  if (!req.body.mail) warnings.push('no mail');
  if (warnings.length > 3) return res.status(400).json({ warnings });
  res.json({ warnings });
});

desk.listen(3000);
