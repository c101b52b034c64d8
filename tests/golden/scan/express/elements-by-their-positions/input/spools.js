const express = require('express');

const spools = express();
spools.use(express.json());

// What is taken by its position need not be like the others.
spools.post('/spools', (req, res) => {
  const row = req.body.row;
  res.json({ name: row[0], price: parseFloat(row[1]), offset: parseInt(row[2], 10) });
});
spools.post('/pairs', (req, res) => {
  const [name, age] = req.body.pair;
  res.json({ name: name.trim(), age: parseInt(age, 10) });
});
spools.post('/corners', (req, res) => {
  const { corner } = req.body;
  res.json({ x: Number(corner[0]), y: Number(corner[1]) });
});
// The body as a whole is gone through: it is a list.
spools.post('/threads', (req, res) => {
  const threads = [...req.body];
  res.json({ count: threads.length });
});
spools.post('/knots', (req, res) => {
  for (const knot of req.body) console.log(knot);
  res.sendStatus(204);
});
// A member may be a text.
spools.post('/letters', (req, res) => res.json({ count: [...req.body.word].length }));
spools.listen(3000);
