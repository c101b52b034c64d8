// Handlers that put the parts of a request into one record: members are of the path where the route has them, others of what the method carries.
const express = require('express');
const { office, adapt } = require('./adapt');

office.post('/letters', adapt((letter) => (letter.to ? { status: 201, body: { to: letter.to } } : { status: 400, body: { message: 'to whom?' } })));
office.put('/letters/:letter', adapt(({ letter, stamp, clerk }) => ({ status: 200, body: { letter, stamp: Number(stamp), clerk } })));
office.get('/letters/:letter', adapt(({ letter, language }) => ({ status: 200, body: { letter, language: language.toLowerCase() } })));

office.delete('/letters/:letter', (req, res) => {
  const given = Object.assign({}, req.query, req.params);
  if (given.burn !== 'yes') return res.status(409).end();
  res.json({ burnt: given.letter });
});
office.patch('/boxes/:box', (req, res) => {
  const { box, colour = 'red' } = { ...req.params, ...req.body };
  res.json({ box, colour: colour.trim() });
});
// One part alone, and a record that has the member itself.
office.post('/boxes', (req, res) => {
  const given = { ...(req.body || {}), town: 'Ely' };
  res.json({ colour: given.colour.trim(), town: given.town });
});
office.listen(3000);
