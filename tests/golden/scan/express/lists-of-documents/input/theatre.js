const express = require('express');
const jwt = require('jsonwebtoken');
const { check, validationResult } = require('express-validator');
const { Play, Actor } = require('./plays');
const theatre = express();
theatre.use(express.json());

theatre.get('/plays', async (req, res) => { res.json(await Play.find().populate('lead', ['name', 'mail'])); });
// Added as a whole; one of the members is looked at.
theatre.post('/plays/:id/scenes', check('name').notEmpty(), async (req, res) => {
  if (!validationResult(req).isEmpty()) return res.sendStatus(400);
  const play = await Play.findById(req.params.id);
  if (!play) return res.sendStatus(404);
  play.scenes.unshift(req.body);
  await play.save();
  res.json(play.scenes);
});
// Added member by member; what the schema refuses is answered as the caller's.
theatre.post('/plays/:id/tickets', async (req, res) => {
  try {
    const play = await Play.findById(req.body.play);
    if (!play) return res.sendStatus(404);
    play.tickets.push({ seat: req.body.seat, holder: 'me' });
    play.words.push(req.body.word);
    await play.save();
    res.status(201).json(play.tickets[0]);
  } catch (error) { res.status(400).json({ message: error.message }); }
});
// A callback of a package is given what the package gives.
theatre.post('/sessions', async (req, res) => {
  const actor = await Actor.findOne({ mail: req.body.mail });
  if (!actor) return res.sendStatus(401);
  jwt.sign({ id: actor.id }, 'curtain', { expiresIn: '1d' }, (err, pass) => {
    if (err) return res.status(500).json({ message: err.message });
    res.json({ pass });
  });
});
theatre.listen(3000);
