const express = require('express');
const mongoose = require('mongoose');
const jwt = require('jsonwebtoken');

const Member = mongoose.model('Member', new mongoose.Schema({ name: String, rank: String }));
const Motion = mongoose.model('Motion', new mongoose.Schema({ text: String, author: { type: mongoose.Schema.ObjectId, ref: 'Member' }, closed: Boolean }));

const club = express();
const known = (req, res, next) => {
  const token = (req.headers.authorization || '').split(' ')[1];
  if (!token) return res.status(401).json({ why: 'no token' });
  req.userId = jwt.verify(token, process.env.SECRET).id;
  next();
};

// Nobody does it to themselves: the caller is the one who is refused, and later nobody is whose member is not there.
club.delete('/members/:memberId', known, async (req, res) => {
  if (req.params.memberId === req.userId) return res.status(403).json({ why: 'yourself' });
  const member = await Member.findById(req.params.memberId);
  if (!member) return res.status(404).json({ why: 'nobody' });
  res.sendStatus(204);
});
// In other words: with a function in between, two negations, and the answer in the other arm.
const isSame = (one, other) => String(one) === String(other);
club.post('/motions/:motion/seconds', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  if (isSame(motion.author, req.userId)) return res.status(409).json({ why: 'your own' });
  res.json({ seconded: true });
});
club.post('/motions/:motion/votes', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  if (!(motion.author.toString() !== req.userId) || motion.closed) return res.sendStatus(403);
  res.json({ voted: true });
});
club.post('/motions/:motion/reports', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  return !motion.author.equals(req.userId) ? res.json({ reported: true }) : res.sendStatus(403);
});
// Others are refused, whatever else the author may not do.
club.put('/motions/:motion', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  if (motion.author.toString() === req.userId) {
    if (motion.closed) return res.status(409).json({ why: 'closed' });
    return res.json(motion);
  }
  res.status(403).json({ why: 'not yours' });
});
club.delete('/motions/:motion', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  if (!isSame(motion.author, req.userId) && motion.closed) return res.status(403).json({ why: 'not yours' });
  res.sendStatus(204);
});
// What the application holds is no caller.
club.patch('/motions/:motion', known, async (req, res) => {
  const motion = await Motion.findById(req.params.motion);
  if (motion.text !== req.app.locals.club.motto) return res.status(403).json({ why: 'only the motto' });
  res.json(motion);
});
club.listen(4101);
