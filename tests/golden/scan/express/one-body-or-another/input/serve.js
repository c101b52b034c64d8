// Where one status has bodies of several kinds, no member of one of them need be there: beside what nobody knows, a text, a file, nothing, `null`, a list.
const express = require('express');
const inns = express();

inns.get('/unknown', async (req, res) => {
  if (!req.query.room) return res.json({ free: false, why: 'no room' });
  const asked = await fetch('https://rooms.example/');
  res.json(await asked.json());
});
inns.get('/page', (req, res) => {
  if (!req.query.room) return res.json({ free: false });
  res.send('<p>Welcome</p>');
});
inns.get('/file', (req, res) => {
  if (!req.query.room) return res.json({ free: false });
  res.sendFile('/srv/plan.pdf');
});
inns.get('/nothing', (req, res) => {
  if (!req.query.room) return res.json({ free: false });
  res.end();
});
inns.get('/null', (req, res) => {
  if (!req.query.room) return res.json({ free: false });
  res.json(null);
});
inns.get('/list', (req, res) => {
  if (!req.query.room) return res.json({ free: false, beds: { wide: 1 } });
  res.json([{ number: 1 }]);
});
// Of two objects those members are there that both have.
inns.get('/objects', (req, res) => {
  if (!req.query.room) return res.json({ free: false, why: 'no room' });
  res.json({ free: true, number: 1 });
});
// What another status has is no matter of this one.
inns.get('/statuses', (req, res) => {
  if (!req.query.room) return res.status(404).send('no room');
  res.json({ free: true });
});

inns.listen(3000);
