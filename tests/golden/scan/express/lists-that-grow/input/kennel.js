const express = require('express');
const createError = require('http-errors');
const jwt = require('jsonwebtoken');
const mongoose = require('mongoose');

const Dog = mongoose.model(
  'Dog',
  new mongoose.Schema({
    name: { type: String, required: true },
    keeper: { type: mongoose.Schema.Types.ObjectId, required: true },
    walks: [{ by: { type: mongoose.Schema.Types.ObjectId, required: true }, minutes: { type: Number, required: true } }],
  }),
);

const caught = (handle) => (req, res, next) => Promise.resolve(handle(req, res, next)).catch(next);

const app = express();
app.use(express.json());
app.use((req, res, next) => {
  const { authorization } = req.headers;
  if (!authorization) return res.sendStatus(401);
  req.user = jwt.verify(authorization.split(' ')[1], process.env.SECRET);
  next();
});

// Whoever has walked the dog is refused: nobody owns a walk for that. What was added is the last one.
app.post(
  '/dogs/:id/walks',
  caught(async (req, res) => {
    const dog = await Dog.findById(req.params.id);
    if (!dog) throw createError(404, 'No such dog');
    const walked = dog.walks.find((walk) => walk.by.toString() === req.user.id);
    if (walked) throw createError(409, 'It was out with you');
    dog.walks.push({ by: req.user.id, minutes: req.body.minutes });
    await dog.save();
    res.status(201).json({ walk: dog.walks[dog.walks.length - 1], last: dog.walks.at(-1) });
  }),
);

// Only its keeper renames it.
app.patch(
  '/dogs/:id',
  caught(async (req, res) => {
    const dog = await Dog.findById(req.params.id);
    if (!dog) throw createError(404, 'No such dog');
    if (dog.keeper.toString() !== req.user.id) throw createError(403, 'It is not yours');
    dog.name = req.body.name;
    await dog.save();
    res.json({ dog });
  }),
);

// Lists of any kind: one was added for certain, under a condition on both of its ways, by a loop that may have no round, or out of another list.
app.get('/added', async (req, res) => {
  const dogs = await Dog.find();
  dogs.push(new Dog({ name: 'Rex' }));
  res.json({ dog: dogs[dogs.length - 1] });
});
app.get('/either', async (req, res) => {
  const dogs = await Dog.find();
  if (req.query.small) dogs.unshift(new Dog({ name: 'Idefix' }));
  else dogs.unshift(new Dog({ name: 'Rex' }));
  res.json({ dog: dogs[0] });
});
app.get('/perhaps', async (req, res) => {
  const dogs = await Dog.find();
  if (req.query.small) dogs.push(new Dog({ name: 'Idefix' }));
  res.json({ dog: dogs[0] });
});
app.post('/rounds', async (req, res) => {
  const dogs = await Dog.find();
  for (const name of req.body.names) dogs.push(new Dog({ name }));
  res.json({ dog: dogs[0] });
});
app.get('/spread', async (req, res) => {
  const dogs = await Dog.find({ name: 'Rex' });
  dogs.push(...(await Dog.find({ name: 'Idefix' })));
  res.json({ dog: dogs[0] });
});
app.get('/taken', async (req, res) => {
  const dogs = await Dog.find();
  dogs.push(new Dog({ name: 'Rex' }));
  dogs.pop();
  res.json({ dog: dogs[0] });
});

app.use((error, req, res, next) => {
  res.status(error.status || 500).json({ message: error.message });
});

app.listen(3000);
