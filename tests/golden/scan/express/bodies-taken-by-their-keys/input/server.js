const express = require('express');
const { shelf } = require('./shelf');

const app = express();
app.use(express.json());

// What tidies each body makes none of a request that has none.
app.use((req, res, next) => {
  for (const key in req.body) if (key.startsWith('$')) delete req.body[key];
  next();
});

const masked = (value) => Object.fromEntries(Object.entries(value).map(([key, each]) => [key, /secret/.test(key) ? '***' : each]));

app.patch('/jars/:id', async (req, res) => {
  const columns = [];
  const values = [];
  for (const [column, value] of Object.entries(req.body)) {
    columns.push(`${column} = ?`);
    values.push(value);
  }
  await shelf.change(req.params.id, columns, values);
  res.json({ changed: columns.length });
});
app.put('/jars/:id', async (req, res) => {
  const record = {};
  Object.keys(req.body).forEach((key) => {
    record[key.toUpperCase()] = req.body[key];
  });
  await shelf.replace(req.params.id, record);
  res.sendStatus(204);
});
app.post('/jars', async (req, res) => {
  for (const key in req.body) await shelf.add(key, req.body[key]);
  res.sendStatus(201);
});

// A log takes nothing.
app.post('/jars/:id/open', (req, res) => {
  console.log(masked(req.body));
  res.json({ open: true });
});
app.get('/jars', (req, res) => res.json([]));

app.listen(3000);
