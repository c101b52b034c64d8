const express = require('express');
const { Sequelize, DataTypes, fn, col, literal, cast } = require('sequelize');

const sequelize = new Sequelize(process.env.DATABASE_URL);
const Cellar = sequelize.define('Cellar', { name: { type: DataTypes.STRING, allowNull: false }, town: DataTypes.STRING });
const Bottle = sequelize.define('Bottle', {
  price: { type: DataTypes.DECIMAL(8, 2), allowNull: false },
  year: { type: DataTypes.INTEGER, allowNull: false },
  opened: { type: DataTypes.DATE },
});
Cellar.hasMany(Bottle, { as: 'bottles', foreignKey: 'cellarId' });
Bottle.belongsTo(Cellar, { as: 'cellar', foreignKey: 'cellarId' });

const app = express();

app.get('/years', async (req, res) => {
  const rows = await Bottle.findAll({
    attributes: [
      'year',
      [fn('COUNT', col('id')), 'many'],
      [sequelize.fn('SUM', sequelize.col('price')), 'worth'],
      [fn('MAX', col('opened')), 'latest'],
      [cast(fn('AVG', col('price')), 'float'), 'mean'],
      [fn('MIN', col('cellar.town')), 'town'],
      [literal('CASE WHEN year < 1990 THEN 1 ELSE 0 END'), 'old'],
      [fn('some_function', col('year')), 'unknown'],
    ],
    include: [{ model: Cellar, as: 'cellar', attributes: [] }],
    group: ['year'],
    raw: true,
  });
  res.json(rows);
});
app.get('/cellars', async (req, res) => {
  const cellars = await Cellar.findAll({
    attributes: { include: [[literal('(SELECT COUNT(*) FROM bottles WHERE "cellarId" = "Cellar".id)'), 'bottleCount']] },
  });
  res.json(cellars);
});
app.get('/extremes', async (req, res) => {
  res.json({ dearest: await Bottle.max('price'), oldest: await Bottle.min('year'), worth: await Bottle.sum('price') });
});

app.listen(3000);
