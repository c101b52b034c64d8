// Options say which columns are written. PostgreSQL gives the whole row back, also of what was made for another record.
const express = require('express');
const { Sequelize, DataTypes } = require('sequelize');

const sequelize = new Sequelize(process.env.STORE);
const Baker = sequelize.define('baker', { name: { type: DataTypes.STRING, allowNull: false } }, { timestamps: false });
const Roll = sequelize.define(
  'roll',
  { grain: { type: DataTypes.STRING, allowNull: false }, weight: DataTypes.INTEGER, stock: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 } },
  { timestamps: false },
);
const Oven = sequelize.define('oven', { room: { type: DataTypes.INTEGER, allowNull: false } }, { timestamps: false });
Baker.hasMany(Roll, { foreignKey: 'bakerId', as: 'rolls' });
Baker.hasMany(Roll, { foreignKey: 'tasterId', as: 'samples' });

const bakery = express();
bakery.use(express.json());

bakery.post('/bakers', async (req, res) => res.status(201).json(await Baker.create(req.body)));
bakery.post('/rolls', async (req, res) => res.status(201).json(await Roll.create({ grain: req.body.grain })));
bakery.post('/bakers/:id/rolls', async (req, res) => {
  const baker = await Baker.findByPk(req.params.id);
  if (!baker) return res.sendStatus(404);
  res.status(201).json(await baker.createRoll({ grain: req.body.grain }));
});
bakery.post('/bakers/:id/samples', async (req, res) => {
  const baker = await Baker.findByPk(req.params.id, { rejectOnEmpty: true });
  res.status(201).json(await baker.createSample(req.body));
});

// The others are not taken, whatever is sent.
bakery.patch('/rolls/:id', async (req, res) => {
  const roll = await Roll.findByPk(req.params.id);
  if (!roll) return res.sendStatus(404);
  res.json(await roll.update(req.body, { fields: ['grain', 'weight'] }));
});
bakery.put('/rolls/:id', async (req, res) => {
  const [changed] = await Roll.update(req.body, { where: { id: req.params.id }, fields: ['weight'] });
  res.json({ changed });
});

// Rows that are there already are changed: orders make no ovens.
bakery.post('/orders', async (req, res) => {
  await Oven.bulkCreate(
    req.body.ovens.map(({ id, left }) => ({ id, room: left })),
    { updateOnDuplicate: ['room'] },
  );
  res.status(201).json({ id: Date.now() });
});
bakery.post('/fires', async (req, res) => {
  const oven = await Oven.findByPk(req.body.ovenId);
  res.status(201).json({ room: oven.room });
});

bakery.listen(3000);
