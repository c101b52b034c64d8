const express = require('express');
const { Tree, Basket, Ladder, pluralize } = require('./models');

const app = express();
app.use(express.json());

app.post('/trees', async (req, res) => res.status(201).json({ tree: await Tree.create(req.body) }));
app.get('/trees/:id', async (req, res) => {
  const tree = await Tree.findByPk(req.params.id, { include: { model: Basket, as: 'baskets' } });
  if (!tree) return res.status(404).json({ reason: 'no such tree' });
  res.json({ tree });
});
app.get('/baskets', async (req, res) => res.json(await Basket.findAll()));

// Names of members that a package makes: of a regular word, of one out of its lists, of the model.
app.get('/ladders', async (req, res) => res.json({ [pluralize('ladder')]: await Ladder.findAll(), [pluralize('boxes', 1)]: 1, [pluralize('shelf')]: 2 }));
app.get('/words', (req, res) => res.json({ [pluralize('berry')]: 1, [pluralize.singular('addresses')]: 2, [pluralize('child')]: 3, [pluralize('tree', 1)]: 4 }));
app.listen(3000);
