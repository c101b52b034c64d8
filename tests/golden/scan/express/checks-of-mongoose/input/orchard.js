const express = require('express');
const { Tree, Basket } = require('./trees');
const orchard = express();
orchard.use(express.json());
const later = (work) => (req, res, next) => Promise.resolve(work(req, res, next)).catch(next);

// Whoever catches it answers that the request was wrong.
orchard.post('/caught', async (req, res) => {
  try { res.status(201).json(await Tree.create(req.body)); } catch (error) { res.status(400).json({ message: error.message }); }
});
// The error handler tells it apart; the keeper is not the caller's to say.
orchard.post('/handled', later(async (req, res) => {
  req.body.keeper = { name: 'me' };
  res.status(201).json(await Tree.create(req.body));
}));
// Member by member, some of them made by the program.
orchard.post('/made', later(async (req, res) => {
  const { label, sort, code } = req.body;
  const made = new Tree({ label, sort: sort.toLowerCase() });
  if (code) made.code = code;
  await made.save();
  res.status(201).json({ id: made.id });
}));
// Our own fault, says the program: nothing is demanded.
orchard.post('/unlucky', async (req, res) => {
  try { await Tree.create(req.body); res.sendStatus(201); } catch { res.status(500).json({ message: 'sorry' }); }
});
// Told apart by hand: only one of the errors is the caller's.
orchard.post('/told', async (req, res) => {
  try { await Tree.create({ ...req.body, sort: 'pear' }); res.sendStatus(201); } catch (error) {
    if (error.name === 'ValidationError') return res.status(422).json({ why: error.errors });
    res.status(500).end();
  }
});
// Not every request is written.
orchard.post('/sometimes', later(async (req, res) => {
  if (req.query.dry) return res.json({ dry: true });
  await Tree.create(req.body);
  return res.sendStatus(201);
}));
// A change is checked when it is asked to be, and leaves out what it likes.
orchard.put('/checked/:id', later(async (req, res) => { res.json(await Tree.findByIdAndUpdate(req.params.id, req.body, { new: true, runValidators: true })); }));
orchard.put('/unchecked/:id', later(async (req, res) => { res.json(await Tree.findByIdAndUpdate(req.params.id, { label: req.body.label })); }));
// What the program fills in before the check is not demanded.
orchard.post('/baskets', later(async (req, res) => { res.status(201).json(await Basket.create(req.body)); }));
// Nobody waits for it.
orchard.post('/forgotten', later(async (req, res) => { Basket.create(req.body); res.sendStatus(202); }));

orchard.use((error, req, res, next) => {
  if (error.name === 'ValidationError') return res.status(400).json({ error: error.message });
  res.status(500).json({ error: 'broken' });
});
orchard.listen(3000);
