const express = require('express');
const { Sequelize, DataTypes } = require('sequelize');

const sequelize = process.env.DATABASE_URL
  ? new Sequelize(process.env.DATABASE_URL, { dialect: 'postgres' })
  : new Sequelize('vines', 'vintner', 'secret', { dialect: 'postgres' });

const Wine = sequelize.define('Wine', {
  name: { type: DataTypes.STRING, allowNull: false },
  slug: { type: DataTypes.STRING, allowNull: false },
});

const vineyard = express();
vineyard.use(express.json());

// As long as a name is taken, the next one is tried.
vineyard.post('/wines', async (request, response) => {
  const { name } = request.body;
  let slug = name;
  let number = 1;
  let taken = await Wine.findOne({ where: { slug } });
  while (taken) {
    slug = `${name}-${number++}`;
    taken = await Wine.findOne({ where: { slug } });
  }
  const wine = await Wine.create({ name, slug });
  response.status(201).json({ id: wine.id, slug: wine.slug });
});

vineyard.get('/wines/:slug', async (request, response) => {
  let wine = null;
  for (let part = 0; !wine && part < 3; part++) wine = await Wine.findOne({ where: { slug: `${request.params.slug}-${part}` } });
  if (!wine) return response.status(404).json({ error: 'no such wine' });
  return response.json(wine);
});

// What one setting makes of a value is the default, and the other is another configuration's.
const cellar = process.env.CELLAR_URL ? { depth: 12, cooled: true } : null;
if (cellar) vineyard.get('/cellar', (_request, response) => response.json(cellar));
else vineyard.get('/barn', (_request, response) => response.json({ barn: true }));

vineyard.listen(8080);
