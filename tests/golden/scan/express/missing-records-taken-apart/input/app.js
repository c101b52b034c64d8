const express = require('express');

const stars = [
  { id: 1, name: 'Vega', light: 0.03 },
  { id: 2, name: 'Deneb', light: 1.25 },
];
const find = async (id) => stars.find((star) => star.id === Number(id));

const app = express();
app.use(express.json());

// Who takes a record apart relies on its being there, as who reads a member of it does.
app.get('/stars/:star', async (req, res) => {
  const star = await find(req.params.star);
  const { name, light } = star;
  res.json({ name, light });
});
app.get('/names/:star', async (req, res) => {
  const star = await find(req.params.star);
  const { name, ...others } = star;
  res.json({ name, others });
});
app.get('/pairs', async (req, res) => {
  const pairs = await Promise.all(
    [1, 2].map(async (id) => {
      const star = await find(id);
      const { name } = star;
      return { id, name };
    }),
  );
  res.json(pairs);
});

// What is not there is an error, which somebody may handle.
app.get('/lights/:star', async (req, res) => {
  try {
    const star = await find(req.params.star);
    const { light } = star;
    res.json({ light });
  } catch (error) {
    res.status(404).json({ error: 'no such star' });
  }
});

// Where something stands in for it, or it is asked for first, nothing is thrown.
app.get('/guesses/:star', async (req, res) => {
  const star = await find(req.params.star);
  const { name = 'unknown', light } = star ?? {};
  res.json({ name, light });
});
app.get('/sure/:star', async (req, res) => {
  const star = await find(req.params.star);
  if (!star) return res.status(404).end();
  const { name } = star;
  res.json({ name });
});

app.listen(3000);
