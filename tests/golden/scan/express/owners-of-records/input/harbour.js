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
// Records of a query behind a store, of a map, and of a function in front; the comparison is a function of its own, or of the address.
const { Pool } = require('pg');
const pool = new Pool();
const cargo = { find: async (id) => (await pool.query('select * from cargo where id = $1', [id])).rows[0] };
const logbooks = new Map();
const isSkippers = (crate, sailor) => String(crate.skipper_id) === sailor.id;
const needsCargo = async (ask, say, onward) => { ask.crate = await cargo.find(ask.params.crate); onward(); };
const mine = (ask, say, onward) => (ask.crate.owner.id === ask.user.id ? onward() : refuse(say));
harbour.put('/cargo/:crate', aboard, async (ask, say) => {
  const crate = await cargo.find(ask.params.crate);
  if (!isSkippers(crate, ask.user)) return say.sendStatus(404);
  say.json(crate);
});
harbour.delete('/cargo/:crate', aboard, needsCargo, mine, (ask, say) => say.sendStatus(204));
harbour.post('/logbooks', aboard, (ask, say) => {
  const book = { id: String(logbooks.size), writer: ask.userId };
  logbooks.set(book.id, book);
  say.json(book);
});
harbour.delete('/logbooks/:book', aboard, (ask, say) => {
  const book = logbooks.get(ask.params.book);
  if (!book || book.writer !== ask.userId) return refuse(say);
  say.sendStatus(204);
});
harbour.put('/sailors/:sailorId', aboard, (ask, say) => (ask.params.sailorId !== ask.userId ? refuse(say) : say.json({})));
// Whom a guard finds by a token that another request has left.
const watches = new Map();
harbour.post('/watches', async (ask, say) => {
  const sailor = await Sailor.findOne({ name: ask.body.name });
  const token = crypto.randomUUID();
  watches.set(token, sailor.id);
  say.json({ token });
});
const onWatch = (ask, say, onward) => {
  if (!watches.has(ask.headers.authorization)) return say.sendStatus(401);
  ask.user = { id: watches.get(ask.headers.authorization) };
  onward();
};
harbour.put('/watches/:boat', onWatch, async (ask, say) => {
  const boat = await Boat.findById(ask.params.boat);
  if (boat.skipper.toString() !== ask.user.id) return refuse(say);
  say.json({});
});
// A login that is too old, a role, the own word of the client, and a setting say nothing of an owner.
const fresh = async (ask, say, onward) => ((await cargo.find('logins')).version === ask.user.version ? onward() : say.sendStatus(401));
harbour.put('/lamps/:lamp', aboard, fresh, (ask, say) => {
  if (ask.body.keeper !== ask.user.id || process.env.ADMIRAL !== ask.user.id) return refuse(say);
  say.json({});
});
harbour.delete('/lamps/:lamp', aboard, async (ask, say) => {
  if ((await cargo.find(ask.params.lamp)).role !== ask.user.role) return refuse(say);
  say.json({});
});
// Which login it is says nothing of whose boat it is.
const named = (ask, say, onward) => {
  ask.claims = jwt.verify(ask.headers.authorization, process.env.SECRET);
  onward();
};
const stillAboard = async (ask, say, onward) => {
  const sailor = await Sailor.findById(ask.claims.sub);
  if (!sailor.logins.find((login) => login.jti === ask.claims.jti)) return refuse(say);
  if (sailor.tokenVersion !== ask.claims.tokenVersion) return refuse(say);
  onward();
};
harbour.get('/boats/:boat/anchor', named, stillAboard, async (ask, say) => {
  say.json({ boat: await Boat.findById(ask.params.boat) });
});
// What the caller has none of yet is nobody's: who asks first, makes one. One that is taken away has to be there, and so has one that is copied.
const Wave = mongoose.model('Wave', new mongoose.Schema({ sailor: mongoose.Schema.ObjectId, boat: mongoose.Schema.ObjectId, times: Number }));
harbour.post('/boats/:boat/waves', aboard, async (ask, say) => {
  const wave = await Wave.findOne({ sailor: ask.user._id, boat: ask.params.boat });
  if (wave) return say.status(409).json({ why: 'waved already' });
  say.status(201).json(await Wave.create({ sailor: ask.user._id, boat: ask.params.boat, times: 1 }));
});
harbour.put('/boats/:boat/waves', aboard, async (ask, say) => {
  const mine = { sailor: ask.user._id, boat: ask.params.boat };
  if (await Wave.exists(mine)) await Wave.deleteOne(mine);
  else await new Wave(mine).save();
  say.sendStatus(204);
});
harbour.delete('/boats/:boat/waves', aboard, async (ask, say) => {
  const wave = await Wave.findOneAndDelete({ sailor: ask.user._id, boat: ask.params.boat });
  say.sendStatus(wave ? 204 : 404);
});
harbour.post('/boats/:boat/copies', aboard, async (ask, say) => {
  const boat = await Boat.findOne({ _id: ask.params.boat, skipper: ask.user._id });
  if (!boat) return say.sendStatus(404);
  say.status(201).json(await Boat.create({ name: boat.name, skipper: ask.user._id }));
});
harbour.listen(4101);
