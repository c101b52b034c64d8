const express = require('express');
const { Op } = require('sequelize');
const { sea, Boat, Skipper } = require('./tables');

const pier = express();
pier.use(express.json());

pier.get('/boats', async (req, res) => {
  const { count, rows } = await Boat.findAndCountAll({ attributes: ['id', 'name'], where: { name: { [Op.like]: req.query.name } } });
  res.json({ total: count, boats: rows });
});
pier.get('/boats/:id', async (req, res) => {
  const boat = await Boat.findByPk(req.params.id, { include: [Skipper] });
  if (!boat) return res.status(404).json({ message: 'no such boat' });
  res.json(boat);
});
pier.post('/boats', async (req, res) => {
  const boat = await Boat.create({ name: req.body.name, length: req.body.length, skipperLicence: req.body.skipper });
  res.status(201).json(boat);
});
pier.patch('/boats/:id', (req, res, next) => {
  Boat.update({ rig: req.body.rig }, { where: { id: req.params.id } }).then(([changed]) => res.json({ changed })).catch(next);
});
pier.delete('/boats/:id', async (req, res) => {
  const boat = await Boat.findOne({ where: { id: req.params.id } });
  await boat.destroy();
  res.sendStatus(204);
});
pier.get('/skippers/:licence', async (req, res) => {
  const skipper = await Skipper.findByPk(req.params.licence, { rejectOnEmpty: true });
  res.json({ ...skipper.toJSON(), title: skipper.title(), boats: await skipper.getBoats() });
});
pier.get('/skippers/:licence/pin', async (req, res) => {
  const skipper = await Skipper.unscoped().findOne({ where: { licence: req.params.licence }, rejectOnEmpty: true });
  res.json({ pin: skipper.pin, name: skipper.get('name') });
});

sea.sync().then(() => pier.listen(3000));
