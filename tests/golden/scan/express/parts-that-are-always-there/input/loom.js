const express = require('express');
const app = express();
app.use(express.json());

// Every request has a query, parameters of its path and headers, if empty ones: nothing stands in for them.
app.put('/cloths/:id', (req, res) => {
  const { params = {}, body = {} } = req ?? {};
  const id = params.id ?? body.id;
  res.json({ id });
});
app.put('/threads/:id', (req, res) => {
  const source = req.params ?? req.body;
  res.json({ id: source.id });
});
app.get('/patterns', (req, res) => {
  const { page = '1', size } = req.query ?? { size: 10 };
  const { 'x-loom': loom } = req.headers || { 'x-loom': 'none' };
  res.json({ page, size, loom });
});
const taken = ({ query: { colour } = { colour: 'white' } }) => colour;
app.get('/colours', (req, res) => res.json({ colour: taken(req) }));

// A body need not be there, nor a member of a query.
app.post('/dyes', (req, res) => {
  const { name = req.query.name } = req.body ?? {};
  res.json({ name });
});
app.get('/yarns', (req, res) => {
  const weight = req.query.weight ?? 'light';
  res.json({ weight });
});

app.listen(3000);
