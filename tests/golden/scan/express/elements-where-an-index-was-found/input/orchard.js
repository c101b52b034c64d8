const express = require('express');
const mongoose = require('mongoose');
const { z } = require('zod');

const Tree = mongoose.model('Tree', new mongoose.Schema({ kind: String, branches: [{ length: Number, fruit: String }] }));
const basket = z.object({ apples: z.array(z.object({ colour: z.string(), grams: z.number() })).min(1) });

const orchard = express();
orchard.use(express.json());

// Where no index is found nothing stands: what was found is an element all the same.
orchard.get('/trees/:tree/branches/:fruit', async (request, response) => {
  const tree = await Tree.findById(request.params.tree);
  const at = tree.branches.findIndex((each) => each.fruit === request.params.fruit);
  response.json(tree.branches[at]);
});
orchard.get('/kinds/:kind', async (request, response) => {
  const trees = await Tree.find();
  const at = trees.findLastIndex((each) => each.kind === request.params.kind);
  if (at === -1) return response.status(404).json({ kind: request.params.kind });
  response.json({ found: trees[at].kind });
});
orchard.post('/baskets', (request, response) => {
  const { apples } = basket.parse(request.body);
  const ripe = apples.findIndex((each) => each.colour === 'red');
  response.status(201).json({ ripe: apples[ripe], none: apples[-1] ?? 'none' });
});

// A record may have such a member.
orchard.post('/floors', (request, response) => {
  const floors = { ...request.body };
  response.json({ cellar: floors['-1'] });
});

orchard.listen(8080);
