const express = require('express');
const { Mongoose, Schema } = require('mongoose');
const shared = require('mongoose');

const own = new Mongoose();
const other = new shared.Mongoose();

const Hive = own.model('Hive', new Schema({ frames: { type: Number, required: true }, queen: String }));
const Keeper = other.model('Keeper', new other.Schema({ name: { type: String, required: true } }));
// The models of one are not those of another, which have the same name.
const Other = shared.model('Hive', new Schema({ wood: { type: String, required: true } }));
own.connect(process.env.MEADOW);

const hives = express();
hives.use(express.json());
hives.get('/hives', async (req, res) => res.json(await Hive.find()));
hives.post('/hives', async (req, res) => res.status(201).json(await own.model('Hive').create({ frames: req.body.frames })));
hives.get('/keepers/:id', async (req, res) => {
  const keeper = await Keeper.findById(req.params.id);
  if (!keeper) return res.status(404).json({ why: 'none' });
  res.json(keeper);
});
hives.get('/boxes', async (req, res) => res.json(await Other.find()));
// Connections have models too, and whoever waits for one goes on with it.
const connected = (() => shared.connect(process.env.MEADOW) && shared.connection.once('open', () => hives.get('/open', (req, res) => res.json({ open: true }))))();
connected.on('error', () => process.exit(1));
const Jar = connected.model('Jar', new Schema({ honey: { type: Number, required: true }, shelf: { type: String, default: null } }));
const Lid = shared.createConnection(process.env.SHED).on('error', console.error).model('Lid', new Schema({ fits: { type: Boolean, required: true } }));
hives.get('/jars', async (req, res) => res.json({ jars: await Jar.find(), lids: await Lid.find(), same: await shared.model('Jar').findOne() }));
hives.listen(8400);
