const express = require('express');
const { Model } = require('objection');
const { Tree, Gardener, Stone } = require('./models');

Model.knex(require('knex')({ client: 'pg' }));
const orchard = express();
orchard.use(express.json());
const run = (work) => (req, res, next) => work(req, res).catch(next);

orchard.get('/trees', run(async (req, res) => { res.json(await Tree.query().where('species', req.query.species).withGraphFetched('[gardener, fruits]').page(0, 20)); }));
orchard.get('/trees/:id', run(async (req, res) => { res.json(await Tree.query().findById(req.params.id).select('id', 'species').throwIfNotFound()); }));
orchard.post('/trees', run(async (req, res) => { res.status(201).json(await Tree.query().insert({ species: req.body.species, height: req.body.height })); }));
orchard.patch('/trees/:id', run(async (req, res) => {
  const tree = await Tree.query().patchAndFetchById(req.params.id, { height: req.body.height });
  if (!tree) return res.status(404).json({ gone: true });
  res.json(tree);
}));
orchard.delete('/trees/:id', run(async (req, res) => { const deleted = await Tree.query().deleteById(req.params.id); res.json({ deleted }); }));
orchard.get('/gardeners', run(async (req, res) => { res.json({ gardeners: await Gardener.query().orderBy('name') }); }));
orchard.get('/stones', run(async (req, res) => { res.json(await Stone.query()); }));
// Nor whether there is one.
orchard.get('/stones/:id', run(async (req, res) => { const stone = await Stone.query().findById(req.params.id); if (!stone) return res.status(404).json({ gone: true }); res.json(stone); }));
orchard.use((error, req, res, next) => { res.status(error.statusCode || 500).json({ message: error.message }); });
orchard.listen(3000);
