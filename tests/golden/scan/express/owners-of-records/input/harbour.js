const express = require('express');
const mongoose = require('mongoose');
const jwt = require('jsonwebtoken');

const Sailor = mongoose.model('Sailor', new mongoose.Schema({ name: String, rank: String }));
const Boat = mongoose.model('Boat', new mongoose.Schema({ name: String, skipper: { type: mongoose.Schema.ObjectId, ref: 'Sailor' }, port: String }));

const harbour = express();
const aboard = async (ask, say, onward) => {
  const token = (ask.headers.authorization || '').split(' ')[1];
  if (!token) return say.status(401).json({ why: 'no token' });
  const claims = jwt.verify(token, process.env.SECRET);
  ask.user = await Sailor.findById(claims.id);
  ask.userId = claims.id;
  onward();
};
const berth = async (ask, say, onward) => { ask.boat = await Boat.findById(ask.params.boat); onward(); };
const refuse = (say) => say.status(403).json({ why: 'not yours' });

// A field of the record as a text, and what the guard left as the caller.
harbour.put('/boats/:boat', aboard, async (ask, say) => {
  const boat = await Boat.findById(ask.params.boat);
  if (boat.skipper.toString() !== ask.user.id && ask.user.rank !== 'admiral') return refuse(say);
  say.json(boat);
});
harbour.delete('/boats/:boat', aboard, async (ask, say) => {
  const boat = await Boat.findById(ask.params.boat);
  if (!boat.skipper.equals(ask.user._id)) return refuse(say);
  say.sendStatus(204);
});
// The caller's id stands on the request by itself.
harbour.post('/boats/:boat/sails', aboard, async (ask, say) => {
  const boat = await Boat.findById(ask.params.boat);
  if (String(boat.skipper) !== ask.userId) return refuse(say);
  say.json({ set: true });
});
// Both are asked of the database.
harbour.get('/boats/:boat/log', aboard, async (ask, say) => {
  const boat = await Boat.findOne({ $and: [{ _id: ask.params.boat }, { skipper: ask.user._id }] });
  if (!boat) return say.sendStatus(404);
  say.json(boat);
});
// What else stands on the request says nothing of the caller.
harbour.get('/boats/:boat/port', aboard, berth, async (ask, say) => {
  const other = await Boat.findOne({ name: 'Flagship' });
  if (other.port !== ask.boat.port) return refuse(say);
  say.json({ port: other.port });
});
harbour.listen(4101);
