const express = require('express');

// A PUT on a collection that answers with an id makes a thing; one that got the id changes one, and a single thing has no collection.
const drawer = express();
drawer.use(express.json());
const rows = [];
const add = (name) => {
  const row = { id: rows.length + 1, name };
  rows.push(row);
  return row;
};

drawer.put('/snippets', (req, res) => {
  if (!req.body.name) return res.status(400).json({ error: 'name' });
  res.json({ message: 'created', id: add(req.body.name).id });
});
drawer.get('/snippets/:snippetId', (req, res) => res.json(rows.find((row) => row.id === Number(req.params.snippetId))));
drawer.delete('/snippets/:snippetId', (req, res) => res.json({ message: 'gone' }));

drawer.put('/labels', (req, res) => res.json({ id: req.body.id, name: req.body.name }));
drawer.get('/labels/:labelId', (req, res) => res.json({ name: 'label' }));

drawer.put('/settings', (req, res) => res.json({ id: 1, theme: req.body.theme }));
drawer.get('/settings', (req, res) => res.json({ theme: 'dark' }));

drawer.listen(3000);
