const express = require('express');
const mongoose = require('mongoose');

const Tree = mongoose.model('Tree', new mongoose.Schema({ kind: { type: String, required: true }, discount: { type: Number, required: true }, planted: Date }, { versionKey: false }));

const orchard = express();
// Reads the page in front of every route.
orchard.use((request, response, next) => {
  request.paging = { page: Number(request.query.page || 1), limit: Number(request.query.limit || 20) };
  next();
});

orchard.get('/trees', async (request, response) => {
  const { page, limit } = request.paging;
  response.json({ trees: await Tree.find().skip((page - 1) * limit).limit(limit), discount: 3, treesCount: await Tree.countDocuments() });
});
orchard.get('/trees/:id', async (request, response) => {
  response.json({ data: await Tree.findById(request.params.id) });
});
orchard.get('/trees/:id/label', (request, response) => response.redirect(`/labels/${request.params.id}`));
orchard.get('/trees/:id/tag', (request, response) => response.json({ tag: `tree ${request.params.id}` }));
// Nobody knows what is in these.
orchard.get('/weather', async (request, response) => response.json({ days: await (await fetch('https://weather.example')).json() }));
orchard.get('/soil', async (request, response) => response.json(await (await fetch('https://soil.example')).json()));
orchard.get('/trees.csv', async (request, response) => response.type('text/csv').send((await Tree.find()).map(({ kind }) => kind).join('\n')));
orchard.get('/harvests', (request, response) => {
  const row = { toJSON: () => ({ basket: [{ toJSON: () => ({ tree: { toJSON: () => ({ owner: { toJSON: () => ({ town: 'Ely' }) } }) } }) }] }) };
  response.json({ results: { harvests: [row] } });
});
orchard.listen(3000);
