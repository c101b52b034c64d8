const express = require('express');
const survey = require('survey-of-heights');

const app = express();

// A list is filled with places first, and results are put where they belong: nobody knows which come.
const heightsOf = async (points) => {
  const heights = new Array(points.length).fill(null);
  for (const { index, height } of await survey.measure(points)) heights[index] = height;
  return heights;
};
app.get('/height/:x/:y', async (req, res) => {
  const [height] = await heightsOf([req.params]);
  if (height == null) return res.status(204).end();
  res.json({ height });
});

// The same by a function for each, and with places of nothing.
app.get('/shade', async (req, res) => {
  const found = [undefined, undefined];
  (await survey.shadows(req.query.hour)).forEach(({ at, length }) => {
    found[at] = { length: Number(length) };
  });
  if (!found[1]) return res.status(404).json({ message: 'no shadow' });
  res.json(found[1]);
});

// What is put at a known place is there, and what a list holds for certain stays.
app.get('/steepest', async (req, res) => {
  const slopes = [null, null];
  slopes[0] = { degrees: 12 };
  if (!slopes[0]) return res.status(404).end();
  res.json(slopes[0]);
});
app.get('/names', async (req, res) => {
  const names = ['north', 'south'];
  names[await survey.side(req.query.of)] = 'ridge';
  if (names[0] === null) return res.status(410).end();
  res.json({ first: names[0] });
});
// Nobody puts anything into this one.
app.get('/empty', async (req, res) => {
  const places = new Array(2).fill(null);
  if (!places[0]) return res.status(404).end();
  res.json(places[0]);
});

app.listen(3000);
