const express = require('express');
const aviary = express();
aviary.use(express.json());
const store = { change: async (id, changes) => changes };

// What is not listed is passed over.
const open = ['species', 'ring', 'wingspan'];
aviary.patch('/birds/:id', async (req, res) => {
  const changes = {};
  for (const [name, value] of Object.entries(req.body)) {
    if (!open.includes(name) || value === null) continue;
    changes[name] = value;
  }
  await store.change(req.params.id, changes);
  res.sendStatus(204);
});
aviary.patch('/cages/:id', async (req, res) => {
  const changes = {};
  Object.entries(req.body).forEach(([name, value]) => {
    if (!new Set(['width', 'height']).has(name)) return;
    changes[name] = Number(value);
  });
  await store.change(req.params.id, changes);
  res.sendStatus(204);
});

// What is listed is taken; each as it has to be.
aviary.patch('/keepers/:id', async (req, res) => {
  const changes = {};
  Object.entries(req.body).forEach(([name, value]) => {
    if (['surname', 'shift'].includes(name)) changes[name] = value.trim();
  });
  await store.change(req.params.id, changes);
  res.sendStatus(204);
});
const checks = { seed: (value) => parseInt(value), note: (value) => String(value) };
const rules = {
  fields: ['seed', 'note', 'day'],
  fit(given = {}) {
    const kept = {};
    for (const [name, value] of Object.entries(given)) {
      if (!this.fields.includes(name)) continue;
      kept[name] = checks[name] ? checks[name](value) : value;
    }
    return kept;
  },
};
aviary.post('/feedings', async (req, res) => res.status(201).json(await store.change(null, rules.fit(req.body))));

// By a table, and by names of their own.
const columns = { egg: 'egg_count', laid: 'laid_on' };
aviary.patch('/nests/:id', async (req, res) => {
  const changes = {};
  for (const [name, value] of Object.entries(req.body)) if (name in columns) changes[columns[name]] = value;
  for (const [name, value] of Object.entries(req.query)) {
    if (name === 'by') changes.author = value;
  }
  await store.change(req.params.id, changes);
  res.sendStatus(204);
});

// What is left out is no field that anybody takes.
aviary.post('/notes', async (req, res) => {
  const note = {};
  for (const [name, value] of Object.entries(req.body)) {
    if (['id', 'author'].includes(name)) continue;
    note[name] = value;
  }
  await store.change(null, note);
  res.sendStatus(201);
});
aviary.listen(3000);
