const express = require('express');
const mongoose = require('mongoose');
const jwt = require('jsonwebtoken');

const Tree = mongoose.model('Tree', new mongoose.Schema({ kind: String, planter: { type: mongoose.Schema.ObjectId, ref: 'Grower' }, tasters: [{ by: String, stars: Number }] }));

const orchard = express();
orchard.use(express.json());
const known = (ask, say, onward) => {
  ask.user = jwt.verify((ask.headers.authorization || '').split(' ')[1], process.env.SECRET);
  onward();
};
const refuse = (say) => say.status(403).json({ why: 'not for you' });

// Nobody praises a tree of his own: others are let through.
orchard.post('/trees/:tree/praise', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (tree.planter.toString() === ask.user.id) return refuse(say);
  say.json({ praised: true });
});
orchard.post('/trees/:tree/buy', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (tree.planter.toString() !== ask.user.id) {
    say.json({ bought: true });
  } else {
    refuse(say);
  }
});
orchard.post('/trees/:tree/claim', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (!(tree.planter.toString() !== ask.user.id)) return refuse(say);
  say.json({ claimed: true });
});
orchard.put('/growers/:growerId/follow', known, (ask, say) => (ask.params.growerId === ask.user.id ? refuse(say) : say.json({})));
// Once for each.
orchard.post('/trees/:tree/taste', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  const already = tree.tasters.find((taster) => taster.by === ask.user.id);
  if (already) return say.status(400).json({ why: 'tasted' });
  tree.tasters.push({ by: ask.user.id, stars: ask.body.stars });
  await tree.save();
  say.status(201).json({ tasted: true });
});
orchard.post('/trees/:tree/smell', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (tree.tasters.some((taster) => taster.by === ask.user.id)) return refuse(say);
  say.json({ smelled: true });
});

// The owner alone.
orchard.delete('/trees/:tree', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (tree.planter.toString() !== ask.user.id) return refuse(say);
  say.sendStatus(204);
});
orchard.put('/trees/:tree', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (tree.planter.toString() === ask.user.id) {
    say.json(tree);
  } else {
    refuse(say);
  }
});
orchard.patch('/trees/:tree', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (!(tree && tree.planter.toString() === ask.user.id)) return refuse(say);
  say.json(tree);
});
orchard.put('/trees/:tree/tasting', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  const tasting = tree.tasters.find((taster) => taster.by === ask.user.id);
  if (!tasting) return refuse(say);
  say.json(tasting);
});
orchard.delete('/trees/:tree/tasting', known, async (ask, say) => {
  const tree = await Tree.findById(ask.params.tree);
  if (!tree.tasters.some((taster) => taster.by === ask.user.id)) return refuse(say);
  say.sendStatus(204);
});
orchard.listen(4102);
