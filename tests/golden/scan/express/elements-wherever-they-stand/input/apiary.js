// An element of a list of which one stands for all, whichever index is asked for.
const express = require('express');
const mongoose = require('mongoose');

const apiary = express();
const Hive = mongoose.model(
  'Hive',
  new mongoose.Schema({ name: String, tags: [String], frames: [{ cells: Number, queen: Boolean }] }),
);

apiary.get('/last', async (req, res) => {
  const hives = await Hive.find();
  res.json({ hive: hives[hives.length - 1].name });
});
apiary.get('/last/frame/:id', async (req, res) => {
  const { frames } = await Hive.findById(req.params.id);
  res.json({ frame: frames[frames.length - 1] });
});
apiary.get('/random', async (req, res) => {
  const hives = await Hive.find({}, 'name');
  res.json(hives[Math.floor(Math.random() * hives.length)]);
});
apiary.get('/nth', async (req, res) => {
  const hives = await Hive.find({}, 'name');
  res.json({ hive: hives.at(Number(req.query.n)) });
});
apiary.get('/words', (req, res) => {
  const words = String(req.query.text).split(' ');
  res.json({ last: words[words.length - 1] });
});
// What a query comes to where it is made.
apiary.get('/tags', async (req, res) => {
  const tags = await Hive.find().distinct('tags').exec();
  res.json({ tags });
});
apiary.get('/names', (req, res) => {
  Hive.distinct('name').exec().then((names) => res.json(names));
});
apiary.get('/count', async (req, res) => {
  res.json({ hives: await Hive.find({ name: req.query.name }).countDocuments().exec() });
});

// A list of which only some elements are known, one with its own members, and an unknown member of a record.
apiary.get('/some', async (req, res) => {
  const hives = [{ first: true }, ...(await Hive.find())];
  res.json({ hive: hives[hives.length - 1] });
});
apiary.get('/fixed', (req, res) => {
  const bees = [{ worker: 'Maja' }, { worker: 'Willi' }];
  res.json(bees[req.query.n]);
});
apiary.get('/member', async (req, res) => {
  const hive = await Hive.findOne();
  res.json({ value: hive[req.query.of] });
});

apiary.listen(3000);
