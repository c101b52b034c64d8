const express = require('express');
const { sea, Berth } = require('./berths');
const marina = express();
marina.use(express.json());

// Every error is the caller's, says the program.
marina.post('/berths', async (req, res) => {
  try { res.status(201).json(await Berth.create(req.body)); } catch (error) { res.status(400).json({ errors: error.errors.map((each) => each.message) }); }
});
// Made first, written later; the side is the program's.
marina.post('/berths/built', async (req, res, next) => {
  const berth = Berth.build({ title: req.body.title, mail: req.body.mail, side: 'port' });
  berth.save().then((saved) => res.status(201).json({ id: saved.id })).catch(next);
});
// A change looks at what is given.
marina.put('/berths/:id', (req, res, next) => {
  const { title, depth } = req.body;
  Berth.update({ title, depth }, { where: { id: req.params.id } }).then(([changed]) => res.json({ changed })).catch(next);
});
// Not looked at at all.
marina.put('/berths/:id/raw', (req, res, next) => { Berth.update(req.body, { where: { id: req.params.id }, validate: false }).then(() => res.sendStatus(204), next); });
// An error of the database is the server's.
marina.post('/berths/unlucky', async (req, res) => {
  try { await Berth.create({ title: req.body.title }); res.sendStatus(201); } catch (error) { console.error(error); res.status(500).json({ error: 'sorry' }); }
});
marina.use((error, req, res, next) => {
  if (error.name === 'SequelizeValidationError') return res.status(422).json({ error: error.message });
  if (error.name === 'SequelizeUniqueConstraintError') return res.status(409).json({ error: 'taken' });
  return res.status(500).json({ error: 'broken' });
});
sea.sync().then(() => marina.listen(3000));
