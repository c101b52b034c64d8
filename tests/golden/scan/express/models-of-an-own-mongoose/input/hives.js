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
hives.listen(8400);
