// Programs ask what adding, setting or taking away a record of another table has given.
const express = require('express');
const { Sequelize, DataTypes } = require('sequelize');

const sequelize = new Sequelize(process.env.STORE);
const Singer = sequelize.define('singer', { name: { type: DataTypes.STRING, allowNull: false } });
const Voice = sequelize.define('voice', { pitch: { type: DataTypes.STRING, allowNull: false } });
Singer.belongsToMany(Voice, { through: 'singer_voices' });
Voice.belongsToMany(Singer, { through: 'singer_voices' });

const choir = express();
choir.use(express.json());
choir.post('/singers', async (req, res) => {
  const singer = await Singer.create({ name: req.body.name });
  const voice = await Voice.findOne({ where: { pitch: 'alto' } });
  const added = await singer.addVoice(voice);
  if (!added) return res.status(409).json({ why: 'no voice' });
  res.status(201).json(singer);
});
choir.delete('/singers/:id/voice', async (req, res) => {
  const singer = await Singer.findByPk(req.params.id);
  if (!singer) return res.sendStatus(404);
  const removed = await singer.removeVoices(await singer.getVoices());
  if (removed) return res.sendStatus(204);
  res.status(409).json({ why: 'no voice' });
});
// Made together, where it is said what is included.
choir.post('/singers/parts', async (req, res) => {
  const { name, parts } = req.body;
  res.status(201).json(await Singer.create({ name, voices: parts.map((pitch) => ({ pitch })) }, { include: [Voice] }));
});
choir.post('/singers/alone', async (req, res) => {
  res.status(201).json(await Singer.create({ name: req.body.name, voices: [{ pitch: req.body.pitch }] }));
});
// What is made of it where none is found.
choir.put('/voices', async (req, res) => {
  const [voice, isNew] = await Voice.findOrCreate({ where: { id: req.body.id }, defaults: { pitch: req.body.pitch } });
  res.status(isNew ? 201 : 200).json(voice);
});
choir.listen(5700);
